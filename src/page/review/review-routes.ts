/** Views and actions of review and of the outbox. */
import type { PageAction, PageView } from '../contract.ts';
import { showBranch } from './branch/show-branch.ts';
import { showCompare } from './compare/show-compare.ts';
import { showDiff, showFile, showFiles, showLines, showPiece } from './diff/show-diff.ts';
import {
  actDiscard,
  actLand,
  actPick,
  actRestore,
  actSplit,
  actUndo,
} from './land/land-actions.ts';
import { showDiscard, showLand } from './land/show-land.ts';
import { showLandings } from './land/show-landings.ts';
import { showSplit } from './land/show-split.ts';
import { showReview } from './list/show-review.ts';
import { actDecide, actEdit, actRetry } from './outbox/outbox-actions.ts';
import { showOutbox } from './outbox/show-outbox.ts';
import { showProposal } from './outbox/show-proposal.ts';
import { actPullRequest, showPullRequest } from './pull-request/show-pull-request.ts';
import { actCheckOut, actChoose, actJudge, actUnion } from './set/set-actions.ts';
import { showSet } from './set/show-set.ts';
import { actAnswer, showQuestion, showQuestions } from './show-questions.ts';
import { actComment, actSend, actSettle } from './talk/comment-actions.ts';

/** The first that fits a path answers it: names of their own stand before any name. */
export const reviewViews: readonly PageView[] = [
  { path: '/review', show: showReview },
  { path: '/review/land', show: showLand },
  { path: '/review/discard', show: showDiscard },
  { path: '/review/split', show: showSplit },
  { path: '/review/pull-request', show: showPullRequest },
  { path: '/review/landings', show: showLandings },
  { path: '/review/compare', show: showCompare },
  { path: '/review/branch/:branch{.+}', show: showBranch },
  { path: '/review/diff/:base/:tip', show: showDiff },
  { path: '/review/diff/:base/:tip/file', show: showFile },
  { path: '/review/diff/:base/:tip/files', show: showFiles },
  { path: '/review/diff/:base/:tip/piece', show: showPiece },
  { path: '/review/diff/:base/:tip/lines', show: showLines },
  { path: '/review/:set', show: showSet },
  { path: '/outbox', show: showOutbox },
  { path: '/outbox/:id', show: showProposal },
  { path: '/questions', show: showQuestions },
  { path: '/questions/:run', show: showQuestion },
];

export const reviewActions: readonly PageAction[] = [
  { path: '/review/land', act: actLand },
  { path: '/review/undo', act: actUndo },
  { path: '/review/discard', act: actDiscard },
  { path: '/review/restore', act: actRestore },
  { path: '/review/split', act: actSplit },
  { path: '/review/pull-request', act: actPullRequest },
  { path: '/review/pick', act: actPick },
  { path: '/review/choose', act: actChoose },
  { path: '/review/union', act: actUnion },
  { path: '/review/judge', act: actJudge },
  { path: '/review/check-out', act: actCheckOut },
  { path: '/review/comment', act: actComment },
  { path: '/review/send', act: actSend },
  { path: '/review/settle', act: actSettle },
  { path: '/outbox/decide', act: actDecide },
  { path: '/outbox/edit', act: actEdit },
  { path: '/outbox/retry', act: actRetry },
  { path: '/questions/answer', act: actAnswer },
];
