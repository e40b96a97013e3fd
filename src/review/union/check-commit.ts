/**
 * Set-up and checks of a commit, once, in a repository of its own that goes away with it. What runs is code that agents
 * wrote, so it runs where a run's would: in the sandbox where one works.
 */
import { makeFolder } from '../../platform/files.ts';
import type { WorktreeRequest } from '../../sandbox/run-worktree.ts';
import { reviewWorkPaths } from '../../store/run-folder/run-paths.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha, RunId } from '../../words/ids.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import type { UnionCheck } from '../../words/review/change-set.ts';
import type { IsolationLevel } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { commandEnvironment } from '../../worktrees/command-environment.ts';
import { openRunRepository } from '../../worktrees/open-run-repository.ts';
import { prepareWorktree, runSetup, setupNotices } from '../../worktrees/prepare-worktree.ts';
import { runCommands } from '../../worktrees/run-commands.ts';
import { needWorktreeState } from '../../worktrees/worktree-state.ts';
import { claimWork, removeWork } from './union-place.ts';

export interface CheckRequest {
  /** Of what the branches land on. */
  readonly target: CommitSha;
  /** Its routine says what runs, and how. */
  readonly spec: RunSpec;
  /** Names the work folder. */
  readonly id: RunId;
  readonly commit: CommitSha;
  readonly checks: readonly string[];
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

export interface CheckedCommit {
  readonly isolation: IsolationLevel;
  /** Of set-up only what failed: then no check was run. */
  readonly checks: readonly UnionCheck[];
  /** Plain sentences: why `auto` is not a sandbox, which files were included. */
  readonly notices: readonly string[];
}

/** Nothing of it is left when it resolves or throws; `cancelled` at the signal. */
export async function checkCommit(
  workspace: Workspace,
  request: CheckRequest,
): Promise<CheckedCommit> {
  await claimWork(workspace, request.id);
  try {
    // One of its own: what listens to it goes with it, and many commits may be checked.
    const signal = AbortSignal.any([request.signal]);
    const checked = await check(workspace, { ...request, signal });
    if (request.signal.aborted) throw cancelled();
    return checked;
  } catch (thrown) {
    throw request.signal.aborted ? cancelled() : thrown;
  } finally {
    request.progress('removing what was made for it');
    await removeWork(workspace, request.id);
  }
}

export function cancelled(): AppError {
  return new AppError('failed', {
    code: 'cancelled',
    message: 'the test of the branches together was interrupted; nothing of it is left',
    hint: '',
  });
}

async function check(workspace: Workspace, request: CheckRequest): Promise<CheckedCommit> {
  const work = worktreeOf(workspace, request);
  const { paths, spec } = work;
  await makeFolder(paths.folder, 0o700);
  request.progress('opening a repository of its own');
  const opened = await openRunRepository(work);
  // Programs of a run see them, empty here.
  for (const folder of [paths.brief, paths.out, paths.temporary]) await makeFolder(folder, 0o700);
  const prepared = await prepareWorktree(work, opened);
  const env = commandEnvironment(work, prepared.env);
  const { setup } = request.spec.routine.workspace;
  const withheld = setupNotices(await needWorktreeState(paths), setup);
  const ready = await runSetup(work, { commands: setup, env });
  const failed = ready.filter(({ exitCode }) => exitCode !== 0);
  const { checks } = spec.routine.workspace;
  const rules = { purpose: 'check', env, stopAtFailure: false } as const;
  return {
    isolation: opened.isolation,
    checks: failed.length > 0 ? failed : await runCommands(work, checks, rules),
    notices: [...opened.notices, ...prepared.notices, ...withheld],
  };
}

/** Set-up is run apart, so that what fails of it is told like a check. */
function worktreeOf(
  { clock, env, gitEnv, location, proposals }: Workspace,
  { spec: given, id, target, commit, checks, signal, progress }: CheckRequest,
): WorktreeRequest {
  const { routine } = given;
  const workspace = { ...routine.workspace, base: commit, setup: [], checks };
  const spec: RunSpec = { ...given, id, routine: { ...routine, workspace } };
  return {
    spec,
    paths: reviewWorkPaths(location.stateDir, id),
    gitEnv,
    env,
    clock,
    proposals,
    redactor: makeRedactor(secretsOfRun(routine, env, given.settings.connections)),
    signal,
    progress,
    underReview: { target },
  };
}
