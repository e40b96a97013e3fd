import { buildUnion } from '../../../review/build-union.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { openPage } from '../../output/page.ts';
import { unionStands, writeUnion } from '../../output/union-view.ts';
import { writeJson } from '../../output/write-json.ts';
import { requireReviewSetting } from '../../require-review-setting.ts';
import { withProgress } from '../../with-progress.ts';

/** Exit 1 where the whole does not stand: broken, in conflict, or not built. */
export async function reviewUnionCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  await requireReviewSetting(call, workspace, { key: 'review.checks', verb: 'union' });
  const union = await withProgress(call, ({ signal, show, now }) =>
    buildUnion(workspace, {
      what: call.words[0] ?? '',
      by: call.actor,
      again: call.options.flag('again'),
      search: call.options.flag('search'),
      others: call.options.flag('others'),
      progress: (text) => show({ kind: 'progress', at: now(), text }),
      signal,
    }),
  );
  if (call.json) writeJson(call.terminal, union);
  else writeUnion(openPage(call.terminal), union);
  return unionStands(union) ? 0 : 1;
}
