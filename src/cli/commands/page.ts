import { openWorkspace } from '../../app/open-workspace.ts';
import { askPage } from '../../app/page/ask-page.ts';
import { AppError } from '../../domain/errors.ts';
import { platformFacts } from '../../platform/environment.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

const PATIENCE_MS = 15_000;

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
  call.terminal.err(
    `It logs one browser in, once, within ten minutes.${isOpened ? '' : ' Open it: roundsman page --open'}\n`,
  );
  return 0;
}

/** The system's own opener, with the link as one argument. */
async function openInBrowser({ env, folder }: CommandCall, link: string): Promise<void> {
  const opener = platformFacts().os === 'darwin' ? 'open' : 'xdg-open';
  const { runProcess } = await import('../../platform/process.ts');
  const given = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { exitCode, timedOut } = await runProcess({
    argv: [opener, link],
    cwd: folder,
    env: Object.fromEntries(given),
    timeoutMs: PATIENCE_MS,
    maxBytes: 100_000,
  });
  // Where no browser runs yet, the opener may stay as long as the browser.
  if (exitCode === 0 || timedOut) return;
  throw new AppError('missing', {
    code: 'no-opener',
    message: `${opener} could not open a browser`,
    hint: 'Open the link by hand: roundsman page',
  });
}
