import { settleComment } from '../../../review/settle-comment.ts';
import type { LineComment } from '../../../words/review/line-comment.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewSettleCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const by = call.actor;
  const reason = call.options.text('reason') ?? '';
  const settled: LineComment[] = [];
  for (const id of call.words)
    settled.push(await settleComment(workspace, { id, by, reason, remove: false }));
  if (call.json) {
    writeJson(call.terminal, settled);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const { id } of settled) page.line(`settled ${id}`);
  return 0;
}
