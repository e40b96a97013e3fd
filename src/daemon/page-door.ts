/** The page, served where the workspace says as long as the daemon runs. */
import type { HttpLimits } from '../platform/http-server.ts';
import type { PageSettings } from '../routines/page-settings.ts';
import { notePage } from '../store/files/page-place.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { listenerDoor, type ListenerDoor } from './listener-door.ts';

export type PageDoor = ListenerDoor<PageSettings, PageListener>;

export function pageDoor({
  workspace,
  log,
  openPage,
}: {
  readonly workspace: Workspace;
  readonly log: DaemonLog;
  readonly openPage: OpenPage;
}): PageDoor {
  return listenerDoor({
    clock: workspace.clock,
    log,
    open: (settings) => openPage({ workspace, settings, log: (line) => log.say('warning', line) }),
    onMoved: (address) => notePage(workspace.location.stateDir, address),
    words: (address) => `the page is at http://${address}/ (a link that logs in: roundsman page)`,
  });
}

/** What the daemon knows of the page: its address, and how a user logs in. The server itself belongs to a face. */
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
