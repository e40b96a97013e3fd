import { resolve } from 'node:path';

import { checkOutBranch, removeCheckOut } from '../../../review/check-out-branch.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';
import { tellCheckout } from './tell-checkout.ts';

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
