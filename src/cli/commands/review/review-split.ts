import { splitBranch } from '../../../review/split-branch.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { agreed } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewSplitCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what = ''] = call.words;
  const paths = call.options.list('path');
  const isSaid = paths.length > 0;
  if (isSaid && !(await agreed(call, `Split ${oneLine(what, 200)} by ${paths.join(', ')}?`)))
    return 4;
  const [first, second] = await splitBranch(workspace, {
    what,
    paths,
    by: call.actor,
    reason: call.options.text('reason') ?? '',
  });
  if (call.json) {
    writeJson(call.terminal, { branches: [first, second] });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`${oneLine(first, 200)}  what matches`);
  page.line(`${oneLine(second, 200)}  the rest`);
  page.line(`take it back: roundsman review restore ${oneLine(what, 200)}`);
  return 0;
}
