import { discardBranches } from '../../../review/discard-branches.ts';
import { findReviewed } from '../../../review/find-reviewed.ts';
import { AppError } from '../../../words/errors.ts';
import type { DiscardedBranch } from '../../../words/review/branch-verdict.ts';
import { oneLine } from '../../../words/text.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import type { CommandCall } from '../../command.ts';
import { agreed, neededReason } from '../../confirm.ts';
import { openPage } from '../../output/page.ts';
import { writeJson } from '../../output/write-json.ts';

/** What fits nothing behind a branch may be why. */
function orReason({ words }: CommandCall, what: string): (thrown: unknown) => never {
  return (thrown) => {
    const isUnknown = thrown instanceof AppError && thrown.reason === 'review-unknown';
    if (words.at(-1) !== what || words.length < 2 || !isUnknown) throw thrown;
    throw new AppError('not-found', {
      code: thrown.reason,
      message: thrown.message,
      hint: `If that is why: roundsman discard ${oneLine(words.slice(0, -1).join(' '), 200)} -m "${oneLine(what, 80)}". What waits: roundsman review`,
    });
  };
}

export async function reviewDiscardCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  // Nobody is asked why about what is not there.
  for (const what of call.words)
    await findReviewed(workspace, { what }).catch(orReason(call, what));
  const reason = await neededReason(call);
  // Who is asked why says yes by the answer.
  const isGiven = (call.options.text('reason') ?? '').trim() !== '';
  if (isGiven && !(await agreed(call, `Discard ${call.words.join(', ')}?`))) return 4;
  const discarded: DiscardedBranch[] = [];
  for (const what of call.words)
    discarded.push(...(await discardBranches(workspace, { what, reason, by: call.actor })));
  if (call.json) {
    writeJson(call.terminal, discarded);
    return 0;
  }
  const page = openPage(call.terminal);
  for (const { branch, tip } of discarded) {
    const name = oneLine(branch, 200);
    page.line(
      `discarded ${name} (${tip.slice(0, 10)}); bring it back: roundsman review restore ${name}`,
    );
  }
  return 0;
}
