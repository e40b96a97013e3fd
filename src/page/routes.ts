/** Views and actions, but for those of review. A view is loaded with the others, and they with the first request. */
import type { PageAction, PageView, ShownMove } from './contract.ts';
import { showHome } from './home/show-home.ts';
import { actOnInbox, bringEntriesBack, undoInInbox } from './inbox/act-on-inbox.ts';
import { showEntry } from './inbox/show-entry.ts';
import { showInbox } from './inbox/show-inbox.ts';
import { showPlots } from './plots/show-plots.ts';
import { showBranch } from './review/branch/show-branch.ts';
import { showCompare } from './review/compare/show-compare.ts';
import { showDiff, showFile, showFiles, showLines, showPiece } from './review/diff/show-diff.ts';
import {
  actDiscard,
  actLand,
  actPick,
  actRestore,
  actSplit,
  actUndo,
} from './review/land/land-actions.ts';
import { showDiscard, showLand } from './review/land/show-land.ts';
import { showLandings } from './review/land/show-landings.ts';
import { showSplit } from './review/land/show-split.ts';
import { showReview } from './review/list/show-review.ts';
import { actDecide, actEdit, actRetry, showOutbox } from './review/outbox/show-outbox.ts';
import { showProposal } from './review/outbox/show-proposal.ts';
import { actPullRequest, showPullRequest } from './review/pull-request/show-pull-request.ts';
import { actCheckOut, actChoose, actJudge, actUnion } from './review/set/set-actions.ts';
import { showSet } from './review/set/show-set.ts';
import { actAnswer, showQuestion, showQuestions } from './review/show-questions.ts';
import { actComment, actSend, actSettle } from './review/talk/comments-on.ts';
import { showAcceptance } from './views/acceptance.ts';
import { exportAudit, showAudit } from './views/audit.ts';
import { showConnections } from './views/connections.ts';
import { showChecks, showDoctor } from './views/doctor.ts';
import { showFinding, decideFinding, showFindings } from './views/findings.ts';
import { showHistory } from './views/history.ts';
import { showItems, showOneItem } from './views/items.ts';
import { cancelJob, showJob, showJobLive } from './views/jobs.ts';
import {
  showMail,
  showMailHtml,
  showRunMail,
  showRunMailHtml,
  dropMessageHere,
  retryMessagesHere,
  showMessage,
  showMessages,
} from './views/messages.ts';
import { decideNote, showNotes, showOneNote } from './views/notes.ts';
import { pauseAll, resumeAll, undoPausesHere } from './views/pause-all.ts';
import { pauseRoutine, resumeRoutine, runRoutine, showRoutine } from './views/routine.ts';
import { showRoutines } from './views/routines.ts';
import { answerRunHere, cancelRunHere, goOnHere, retryRunHere } from './views/run-actions.ts';
import { showRunFiles, showBrief, showLive, showLog } from './views/run-pieces.ts';
import { showRun } from './views/run.ts';
import { showRuns } from './views/runs.ts';
import { showSearch } from './views/search.ts';
import { showOneSession, showSessions } from './views/sessions.ts';
import { showStatus } from './views/status.ts';
import { enableHere, showEnable } from './write/show-enable.ts';
import { commitRoutine, showEditRoutine, showNewRoutine } from './write/show-write.ts';

export const coreViews: readonly PageView[] = [
  { path: '/', show: showHome },
  { path: '/home/plots', show: showPlots },
  { path: '/board', show: moved('/') },
  { path: '/library', show: moved('/findings') },
  { path: '/settings', show: moved('/status') },
  { path: '/inbox', show: showInbox },
  { path: '/inbox/entry', show: showEntry },
  { path: '/routines', show: showRoutines },
  { path: '/routines/new', show: showNewRoutine },
  { path: '/routines/:id', show: showRoutine },
  { path: '/routines/:id/edit', show: showEditRoutine },
  { path: '/routines/:id/enable', show: showEnable },
  { path: '/routines/:id/acceptance', show: showAcceptance },
  { path: '/runs', show: showRuns },
  { path: '/runs/:id', show: showRun },
  { path: '/runs/:id/brief', show: showBrief },
  { path: '/runs/:id/files', show: showRunFiles },
  { path: '/runs/:id/log', show: showLog },
  { path: '/runs/:id/live', show: showLive },
  { path: '/runs/:id/mail', show: showRunMail },
  { path: '/runs/:id/mail/html', show: showRunMailHtml },
  { path: '/mails/:id', show: showMail },
  { path: '/mails/:id/html', show: showMailHtml },
  { path: '/messages', show: showMessages },
  { path: '/messages/:id', show: showMessage },
  { path: '/findings', show: showFindings },
  { path: '/findings/:id', show: showFinding },
  { path: '/items', show: showItems },
  { path: '/items/:key', show: showOneItem },
  { path: '/sessions', show: showSessions },
  { path: '/sessions/:id', show: showOneSession },
  { path: '/notes', show: showNotes },
  { path: '/notes/:id', show: showOneNote },
  { path: '/history', show: showHistory },
  { path: '/search', show: showSearch },
  { path: '/doctor', show: showDoctor },
  { path: '/doctor/checks', show: showChecks },
  { path: '/status', show: showStatus },
  { path: '/connections', show: showConnections },
  { path: '/audit', show: showAudit },
  { path: '/audit/export', show: exportAudit },
  { path: '/jobs/:id', show: showJob },
  { path: '/jobs/:id/live', show: showJobLive },
];

/** Addresses of before, and of entries that lead to their first page. */
function moved(to: string): PageView['show'] {
  return (): Promise<ShownMove> => Promise.resolve({ kind: 'move', to });
}

export const coreActions: readonly PageAction[] = [
  { path: '/inbox/act', act: actOnInbox },
  { path: '/inbox/undo', act: undoInInbox },
  { path: '/inbox/back', act: bringEntriesBack },
  { path: '/routines/commit', act: commitRoutine },
  { path: '/routines/pause', act: pauseAll },
  { path: '/routines/resume', act: resumeAll },
  { path: '/routines/undo-pause', act: undoPausesHere },
  { path: '/routines/:id/enable', act: enableHere },
  { path: '/routines/:id/run', act: runRoutine },
  { path: '/routines/:id/pause', act: pauseRoutine },
  { path: '/routines/:id/resume', act: resumeRoutine },
  { path: '/runs/:id/cancel', act: cancelRunHere },
  { path: '/runs/:id/answer', act: answerRunHere },
  { path: '/runs/:id/go-on', act: goOnHere },
  { path: '/runs/:id/retry', act: retryRunHere },
  { path: '/findings/decide', act: decideFinding },
  { path: '/messages/retry', act: retryMessagesHere },
  { path: '/messages/drop', act: dropMessageHere },
  { path: '/notes/decide', act: decideNote },
  { path: '/jobs/:id/cancel', act: cancelJob },
];

// Views and actions of review and of the outbox.

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
