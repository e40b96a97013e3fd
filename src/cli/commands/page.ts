import { askPage } from '../../page/ask-page.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openInBrowser } from '../open-in-browser.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function pageCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
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
