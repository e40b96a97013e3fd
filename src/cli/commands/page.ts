import { askPage } from '../../page/ask-page.ts';
import { findDaemon } from '../../scheduler/ask-daemon.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { canAsk, confirm } from '../confirm.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function pageCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  await offerDaemon(call, workspace);
  const { address, link } = await askPage(workspace, { logOut: call.options.flag('log-out') });
  if (call.options.flag('open')) await openInBrowser(call, link);
  if (call.json) {
    writeJson(call.terminal, { address, link });
    return 0;
  }
  openPage(call.terminal).line(link);
  const isOpened = call.options.flag('open');
  const words = link.includes('/login?code=')
    ? 'It logs one browser in, once, within ten minutes.'
    : 'Everybody logs in there: roundsman.yaml has `page.people`.';
  call.terminal.err(`${words}${isOpened ? '' : ' Open it: roundsman page --open'}\n`);
  return 0;
}

/** The daemon serves the page. It also starts what is due, so a person is asked before. */
async function offerDaemon(call: CommandCall, workspace: Workspace): Promise<void> {
  if (call.json || !canAsk(call.terminal)) return;
  if ((await findDaemon(workspace.location.stateDir)) !== null) return;
  const question =
    'The daemon serves the page, and none runs here. Start it? It also starts what is due.';
  if (!(await confirm(call.terminal, question))) return;
  const { startCommand } = await import('./start.ts');
  const flags = ['detach', 'doctor'];
  const options = { ...call.options, flag: (name: string) => flags.includes(name) };
  await startCommand({ ...call, words: [], options });
}
