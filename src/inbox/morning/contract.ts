/** What the walk asks of the workspace. */
import type { Change } from '../../words/decision.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { InboxEntry } from '../inbox-entry.ts';

export interface ActRequest {
  readonly workspace: Workspace;
  readonly entry: InboxEntry;
  /** What the person typed or wrote; empty: nothing. */
  readonly words: string;
  readonly by: string;
  /** Is told of what is changed outside of the workspace's stores. */
  readonly note: (change: Change) => void;
}

export interface Acted {
  readonly said: string;
  /** Takes back what is more than records, and says so; `null`: there is nothing such. */
  readonly undo: (() => Promise<string>) | null;
}

export interface EntryActs {
  readonly accept: (request: ActRequest) => Promise<Acted>;
  readonly edit: (request: ActRequest) => Promise<Acted>;
  readonly decline: (request: ActRequest) => Promise<Acted>;
}
