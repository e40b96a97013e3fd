/**
 * Sends every draft on a branch as one message to the agent that made the branch.
 *
 * **Invariant:** a comment is sent once. The spec of the run that receives it names it, and is stored before anything
 * of the comment changes; after a crash, the next process reads it there.
 */
import { branchChain } from '../review/branch-origins.ts';
import { commentsMessage, markSent } from '../review/comments/comments-message.ts';
import type { PlacedComment, SendRequest } from '../review/contract.ts';
import { listComments } from '../review/list-comments.ts';
import { namedBranch, type NamedBranch } from '../review/named-branch.ts';
import { AppError } from '../words/errors.ts';
import { isBranchName, shortIdOf } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import { followUpRun, MAX_MESSAGE } from './follow-ups/follow-up-run.ts';

/** Throws `refused` when there is none, when no run made the branch, and like `followUpRun`. */
export async function sendComments(
  workspace: Workspace,
  { what, by, supervisor }: SendRequest,
): Promise<RunHandle> {
  const named = await namedBranch(workspace, what);
  const chain = await branchChain(workspace, named.views, named.branch);
  const last = chain.at(-1);
  if (last === undefined) throw notOurs(named, await resumedBy(workspace, named.branch));
  const newest = last.branch === named.branch ? named : await namedBranch(workspace, last.branch);
  const drafts = await draftsOn(workspace, newest.branch);
  const message = messageOf(newest.branch, drafts);
  const comments = drafts.map(({ comment }) => comment.id);
  const handle = await followUpRun({
    workspace,
    run: last.run.id,
    message,
    by,
    comments,
    goesOn: { branch: last.branch, tip: newest.tip },
    ...(supervisor === undefined ? {} : { supervisor }),
  });
  const run = await workspace.runs.read(handle.id);
  if (run !== null) await markSent(workspace, run);
  return handle;
}

/** The message that `sendComments` would send, for a user who delivers it. Throws `refused` when there is no draft. */
export async function commentsAsMessage(workspace: Workspace, what: string): Promise<string> {
  const { branch } = await namedBranch(workspace, what);
  return messageOf(branch, await draftsOn(workspace, branch));
}

async function draftsOn(workspace: Workspace, branch: string): Promise<readonly PlacedComment[]> {
  const placed = await listComments(workspace, { what: branch });
  const drafts = placed.filter(({ comment }) => comment.state.kind === 'draft');
  if (drafts.length > 0) return drafts;
  const sent = placed.filter(({ comment }) => comment.state.kind === 'sent').length;
  throw new AppError('refused', {
    code: 'nothing-to-send',
    message: `there is no comment on ${branch} that is not sent${sent === 0 ? '' : `; ${plural(sent, 'other')} went out before`}`,
    hint: `Write one: roundsman review comment ${branch} PATH:LINE "…"`,
  });
}

function messageOf(branch: string, comments: readonly PlacedComment[]): string {
  const message = commentsMessage({ branch, comments, most: MAX_MESSAGE });
  if (message !== null) return message;
  throw new AppError('refused', {
    code: 'too-much-to-send',
    message: `${plural(comments.length, 'comment')} on ${branch} make a message of more than ${MAX_MESSAGE} characters`,
    hint: 'Remove some, send the rest, and write them again: roundsman review comment --remove M-1',
  });
}

/** How a person continues with the newest session on a branch, `null`: none is known. */
async function resumedBy(workspace: Workspace, branch: string): Promise<string | null> {
  // Slow to load, and needed here alone.
  const { listSessions } = await import('../context/sessions/list-sessions.ts');
  const { resumeCommand } = await import('../context/sessions/handoff/resume-words.ts');
  const { sessions } = await listSessions(workspace);
  const found = sessions.find((one) => one.branch === branch && one.runId === null);
  const command = found === undefined ? null : resumeCommand(found);
  if (found === undefined || command === null) return null;
  return found.cwd === null ? command : `${command} in ${oneLine(found.cwd, 200)}`;
}

function notOurs({ branch, run }: NamedBranch, resume: string | null): AppError {
  const by = run === null ? 'no run of ours made it' : `run ${shortIdOf(run.id)} made it`;
  const name = isBranchName(branch) ? branch : JSON.stringify(branch);
  return new AppError('refused', {
    code: 'branch-not-ours',
    message: `comments on ${branch} cannot be sent: ${by}, so there is no session of ours that could continue with it`,
    hint: `Print them for the person who works there: roundsman review comments ${name} --as-message   its session: ${resume ?? 'roundsman sessions'}`,
  });
}
