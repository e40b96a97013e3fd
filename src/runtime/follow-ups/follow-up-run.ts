/**
 * A further attempt of a run that is told what came of the one before, and what a person wants of it now: in the same
 * worktree and session where they are kept, on a branch of its own; else again. `retry --message`, and review comments.
 */
import { inspectPath } from '../../platform/files.ts';
import type { StoredRun } from '../../store/ports.ts';
import { pathsOfRun } from '../../store/run-folder/run-paths.ts';
import { usageOfSession } from '../../words/current-attempt.ts';
import { AppError } from '../../words/errors.ts';
import { isBranchName, shortIdOf, type BranchName, type CommitSha } from '../../words/ids.ts';
import { formatOutcome } from '../../words/run-outcome.ts';
import type { FollowedRun, KeptWork, RunSpec } from '../../words/run-spec.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import { isReusable } from '../../worktrees/reopen-run-repository.ts';
import { readWorktreeState } from '../../worktrees/worktree-state.ts';
import { retryRun, type RetryRequest } from '../retry-run.ts';

export interface FollowUpRequest extends Omit<RetryRequest, 'follows'> {
  /** What is wanted; needed for a run that went well. */
  readonly message: string | null;
  /** Who wants it, for the record. */
  readonly by: string;
  /** In a fresh worktree and session, whatever is kept. Default: false. */
  readonly fresh?: boolean;
  /** Ids of the comments that the message is made of. */
  readonly comments?: readonly string[];
  /**
   * The branch that it is to continue with, as it stands. Where the worktree that made it is gone, or the branch is no
   * longer as it was made, a fresh worktree begins with it.
   */
  readonly goesOn?: { readonly branch: BranchName; readonly tip: CommitSha };
}

export const MAX_MESSAGE = 20_000;

/** Throws `refused` like `retryRun`, but for a run that went well and a message. */
export async function followUpRun(request: FollowUpRequest): Promise<RunHandle> {
  const { workspace, message, by, fresh = false, comments, goesOn, ...start } = request;
  if (message !== null && (message.trim() === '' || message.length > MAX_MESSAGE)) {
    throw new AppError('usage', {
      code: 'bad-message',
      message:
        message.trim() === ''
          ? 'the message is empty'
          : `the message has ${message.length} characters; ${MAX_MESSAGE} are taken`,
      hint: 'Say in some sentences what should change.',
    });
  }
  return retryRun({
    ...start,
    workspace,
    wanted: message !== null,
    follows: async (newest): Promise<FollowedRun> => {
      if (message !== null && newest.spec.routine.agent.engine === 'builtin')
        throw readsNothing(newest);
      return {
        run: newest.spec.id,
        outcome: outcomeOf(newest),
        message,
        by,
        ...(comments === undefined ? {} : { comments }),
        ...partOf(newest),
        ...goOn(newest, fresh ? null : await keptWork(workspace, newest), goesOn),
      };
    },
  });
}

function readsNothing({ spec }: StoredRun): AppError {
  const { id } = spec.routine;
  return new AppError('refused', {
    code: 'reads-no-message',
    message: `${id} works with the built-in engine, which reads no messages and no comments`,
    hint: `Change the branch yourself: roundsman checkout ${shortIdOf(spec.id)}. Or have an agent do its work: roundsman edit ${id} --engine claude`,
  });
}

/** Throws `refused` when the newest attempt does not stand in the row of that branch. */
function goOn(
  newest: StoredRun,
  kept: KeptWork | null,
  goesOn: FollowUpRequest['goesOn'],
): Pick<FollowedRun, 'kept' | 'from'> {
  if (goesOn === undefined) return { kept };
  const { spec } = newest;
  const before = spec.follows?.kept?.firstBranch ?? spec.follows?.from?.firstBranch;
  const { handedBack } = handedBackBy(newest);
  const { branch, tip } = goesOn;
  if (before === undefined ? handedBack?.branch !== branch : !isOfRow(branch, before))
    throw goneOverAnew(newest, branch);
  if (kept !== null && handedBack?.branch === branch && handedBack.head === tip) return { kept };
  const firstBranch = before ?? branch;
  return {
    kept: null,
    from: { made: branch, tip, firstBranch, branch: furtherBranch(firstBranch, spec) },
  };
}

function isOfRow(branch: BranchName, first: BranchName): boolean {
  return branch === first || /^-v?[1-9][0-9]*$/.test(branch.slice(first.length));
}

function goneOverAnew({ spec }: StoredRun, branch: BranchName): AppError {
  const id = shortIdOf(spec.id);
  return new AppError('refused', {
    code: 'branch-of-earlier-attempt',
    message: `${branch} is of an earlier attempt: run ${id} of ${spec.routine.id} started over since then, and continues with its own work`,
    hint: `Comment on what that one made, or hand the comments over yourself: roundsman review comments ${branch} --as-message`,
  });
}

function partOf({ spec }: StoredRun): Pick<FollowedRun, 'part'> {
  const part = spec.part ?? spec.follows?.part;
  return part === undefined ? {} : { part: { of: part.of, label: part.label } };
}

function outcomeOf(newest: StoredRun): string {
  const view = toRunView(newest);
  const failure = view.failure === null ? '' : `: ${view.failure.message}`;
  return `${formatOutcome(view)}${failure}`;
}

/** `null`: nothing is kept that an agent could work on in. */
async function keptWork(workspace: Workspace, newest: StoredRun): Promise<KeptWork | null> {
  const { spec, record } = newest;
  const paths = pathsOfRun(workspace.location.stateDir, spec);
  const state = await readWorktreeState(paths).catch(() => null);
  if (!isReusable(state) || (await inspectPath(paths.worktree))?.kind !== 'folder') return null;
  if ((await inspectPath(paths.brief))?.kind !== 'folder') return null;
  const before = spec.follows?.kept ?? null;
  const firstBranch = before?.firstBranch ?? spec.follows?.from?.firstBranch ?? state.branch;
  return {
    folder: before?.folder ?? spec.id,
    session: record?.session ?? null,
    ...usedBy(newest),
    firstBranch,
    branch: furtherBranch(firstBranch, spec),
    ...handedBackBy(newest),
  };
}

function usedBy({ spec, record }: StoredRun): Pick<KeptWork, 'used'> {
  if (record === null) return {};
  const used = usageOfSession(record, record.session, spec.follows?.kept ?? null);
  return used === null ? {} : { used };
}

/** An attempt that changed nothing leaves what was there. */
function handedBackBy({ spec, record }: StoredRun): Pick<KeptWork, 'handedBack'> {
  const { branch = null, head = null, changes = null } = record?.progress ?? {};
  if (branch !== null && head !== null) return { handedBack: { branch, head } };
  if (changes?.kind !== 'none') return {};
  const { from, kept: before } = spec.follows ?? {};
  if (from !== undefined) return { handedBack: { branch: from.made, head: from.tip } };
  return before?.handedBack === undefined ? {} : { handedBack: before.handedBack };
}

/** `…-2`; of a part `…-v2`, for `…-claude-2` may be what another engine of the run made. */
function furtherBranch(first: BranchName, { id, attempt, part, follows }: RunSpec): BranchName {
  const ofPart = part !== undefined || follows?.part !== undefined;
  const name = `${first}-${ofPart ? 'v' : ''}${attempt + 1}`;
  if (isBranchName(name)) return name;
  throw new AppError('internal', {
    code: 'bad-branch-name',
    message: `made a malformed branch name for ${shortIdOf(id)}: ${name}`,
    hint: '',
  });
}
