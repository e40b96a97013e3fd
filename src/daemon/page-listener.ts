/** What the daemon knows of the page: its address, and how a user logs in. The server itself belongs to a face. */
import type { HttpLimits } from '../platform/http-server.ts';
import type { PageSettings } from '../routines/page-settings.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface PageParts {
  readonly workspace: Workspace;
  readonly settings: PageSettings;
  readonly log: (line: string) => void;
  readonly limits?: Partial<HttpLimits>;
}

export interface PageListener {
  /** `127.0.0.1:20417`, with the port that it really got. */
  readonly address: string;
  /** Logs one browser in, once, within ten minutes. */
  link(): string;
  /** Ends all sessions. */
  logOutAll(): Promise<void>;
  close(): Promise<void>;
}

export type OpenPage = (parts: PageParts) => Promise<PageListener>;
