/** Comments in words, for faces. Pure. */
import { shortIdOf } from '../words/ids.ts';
import type { Anchor, LineComment } from '../words/review/line-comment.ts';
import { formatPlace } from './comments/comments-message.ts';

/** `src/a.ts:12-15` where it stands now. */
export function formatCommentPlace(comment: LineComment, anchor: Anchor): string {
  return formatPlace(comment, anchor);
}

/** `sent to run ab12cd`, … */
export function formatCommentState({ state }: LineComment): string {
  switch (state.kind) {
    case 'draft':
      return 'draft';
    case 'sent':
      return `sent to run ${shortIdOf(state.run)}`;
    case 'settled':
      return state.how === 'removed' ? `removed by ${state.by}` : `settled by ${state.by}`;
  }
}
