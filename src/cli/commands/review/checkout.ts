import { resolve } from 'node:path';

import { checkOutBranch, removeCheckOut } from '../../../review/check-out-branch.ts';
import type { CheckedOut } from '../../../review/contract.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

/** Prints the folder alone on stdout: `cd "$(roundsman review checkout BRANCH)"`. */
export async function reviewCheckoutCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what = ''] = call.words;
  const named = call.options.text('folder');
  const folder = named === null ? null : resolve(call.standing, named);
  const isRemoved = call.options.flag('remove');
  const out = isRemoved
    ? await removeCheckOut(workspace, { what, folder })
    : await checkOutBranch(workspace, { what, folder });
  if (call.json) {
    writeJson(call.terminal, out);
    return 0;
  }
  const page = openPage(call.terminal);
  if (isRemoved) {
    page.line(`removed ${out.folder}`);
    return 0;
  }
  tellCheckout(call, out);
  page.line(out.folder);
  return 0;
}

/** To stderr, before anybody goes there. */
export function tellCheckout({ terminal }: Pick<CommandCall, 'terminal'>, out: CheckedOut): void {
  for (const banner of out.banners) terminal.err(`warning: ${oneLine(banner, 500)}\n`);
  const branch = oneLine(out.branch, 200);
  const how = out.onBranch
    ? `on ${branch}`
    : `at ${branch}, on no branch: that is checked out elsewhere`;
  terminal.err(
    `note: ${out.made ? 'checked out' : 'checked out already'} in ${out.folder}, ${how}\n`,
  );
}
