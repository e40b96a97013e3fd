import { listDiscarded, restoreBranch } from '../../../review/restore-branch.ts';
import { relativeTime } from '../../../words/local-time.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

export async function reviewRestoreCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const [what] = call.words;
  const page = openPage(call.terminal);
  if (what !== undefined) {
    const restored = await restoreBranch(workspace, { what, by: call.actor });
    if (call.json) writeJson(call.terminal, restored);
    else page.line(`restored ${oneLine(restored.branch, 200)} (${restored.tip.slice(0, 10)})`);
    return 0;
  }
  const discarded = await listDiscarded(workspace);
  if (call.json) {
    writeJson(call.terminal, discarded);
    return 0;
  }
  if (discarded.length === 0) page.line('Nothing was discarded that could be restored.');
  const now = call.clock.now();
  for (const { branch, at, by, reason, into, replacedBy } of discarded) {
    const how = replacedBy !== undefined ? 'replaced' : into === undefined ? 'discarded' : 'split';
    const why = reason === '' ? '' : `: ${oneLine(reason, 300)}`;
    page.line(oneLine(branch, 200));
    page.line(`  ${how} ${relativeTime(at, now)} by ${oneLine(by, 60)}${why}`);
  }
  return 0;
}
