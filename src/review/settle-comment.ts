import { AppError } from '../words/errors.ts';
import { shortIdOf } from '../words/ids.ts';
import type { LineComment } from '../words/review/line-comment.ts';
import type { Workspace } from '../workspace/contract.ts';
import { resolveId } from '../workspace/resolve-id.ts';
import type { ReviewWord } from './contract.ts';

/**
 * `remove`: the draft is gone; what was sent stands, for an agent has read it. Settled twice is settled once. Throws
 * `not-found`, `refused`.
 */
export async function settleComment(
  workspace: Workspace,
  { id, by, reason, remove }: ReviewWord & { readonly id: string; readonly remove: boolean },
): Promise<LineComment> {
  const { review, locks, clock } = workspace;
  return locks.ledger(async () => {
    const comment = await commentOf(workspace, id);
    if (remove && comment.state.kind === 'sent') throw wasSent(comment);
    if (comment.state.kind === 'settled' && !remove) return comment;
    const how = remove ? 'removed' : reason;
    const settled: LineComment = {
      ...comment,
      state: { kind: 'settled', by, at: clock.now().toISOString(), how },
    };
    await review.comments.replace(comment, settled);
    return settled;
  });
}

async function commentOf({ review }: Workspace, text: string): Promise<LineComment> {
  const all = await review.comments.list();
  const typed = /^\d+$/.test(text) ? `M-${text}` : text;
  const exact = all.find((comment) => comment.id.toLowerCase() === typed.toLowerCase());
  if (exact !== undefined) return exact;
  resolveId({ noun: 'comment', ids: [], text, listedBy: 'roundsman review comments --all' });
  throw new TypeError(text);
}

function wasSent({ id, state }: LineComment): AppError {
  const run = state.kind === 'sent' ? shortIdOf(state.run) : '';
  return new AppError('refused', {
    code: 'comment-sent',
    message: `${id} was sent to run ${run}, which has read it: it is not removed any more`,
    hint: `Say that it is dealt with: roundsman review settle ${id}`,
  });
}
