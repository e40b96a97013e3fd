/** The page, served where the workspace says as long as the daemon runs. */
import type { PageSettings } from '../routines/page-settings.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { DaemonLog } from './daemon-log.ts';
import { listenerDoor, type ListenerDoor } from './listener-door.ts';
import type { OpenPage, PageListener } from './page-listener.ts';

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
    onMoved: (address) => workspace.pagePlace.note(address),
    words: (address) => `the page is at http://${address}/ (a link that logs in: roundsman page)`,
  });
}
