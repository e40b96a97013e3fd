/** What the walk asks of the workspace. */
import type { Workspace } from '../../workspace/contract.ts';
import type { InboxEntry } from '../inbox-entry.ts';

export interface ActRequest {
  readonly workspace: Workspace;
  readonly entry: InboxEntry;
  /** What the person typed or wrote; empty: nothing. */
  readonly words: string;
  readonly by: string;
}

export interface Acted {
  readonly said: string;
  /** Takes it back, and says so; `null`: that cannot be. */
  readonly undo: (() => Promise<string>) | null;
}

export interface EntryActs {
  readonly accept: (request: ActRequest) => Promise<Acted>;
  readonly edit: (request: ActRequest) => Promise<Acted>;
  readonly decline: (request: ActRequest) => Promise<Acted>;
}
