/** The `open` step. */
import { join, resolve } from 'node:path';

import { chooseBase } from '../git/choose-base.ts';
import type { GitCall } from '../git/git-call.ts';
import { chainOfObjects } from '../git/object-folders.ts';
import type { GitAnswer } from '../git/run-git.ts';
import { fileMask } from '../platform/environment.ts';
import {
  copyFile,
  makeFolder,
  readBytesIfThere,
  readTextIfThere,
  removeEmptyFolder,
  removeTree,
  rename,
  resolveLinks,
} from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { hashTreeNames } from '../platform/hostile-paths.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { systemErrorCode } from '../platform/system-error.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import { createLinkedWorktree, removeAdminFolder } from './create-linked-worktree.ts';
import { checkOutTree, createRunRepository } from './create-run-repository.ts';
import { dropPins } from './drop-pins.ts';
import { inspectRepository } from './inspect-repository.ts';
import { runRepositoryGit, userGit } from './repository-calls.ts';
import { fillMissingObjects, resolveBase, type ResolvedBase } from './resolve-base.ts';
import { branchNameOf } from './run-identity.ts';
import { requireAcceptedRisk, decideRunLevel, type RunLevel } from './run-level.ts';
import { decideSetupTrust, type SetupTrust } from './setup-trust.ts';
import { listSpares, readSpareRecord, sparePaths } from './spares/spare.ts';
import { bury } from './tombstone.ts';
import {
  needWorktreeState,
  NOTHING_PREPARED,
  readWorktreeState,
  type SourceFacts,
  type WorktreeState,
  writeWorktreeState,
} from './worktree-state.ts';

// Puts a spare in the place of a run's empty worktree.

/**
 * The worktree holds its repository and nothing else. Afterwards it may hold files of another commit, with the index that
 * belongs to them: `checkOutTree` brings them to the base. False when there is no spare that fits.
 */
async function takeSpare(request: WorktreeRequest, state: WorktreeState): Promise<boolean> {
  // What is checked out in a linked worktree follows the settings of the user's repository.
  if (state.linked !== null) return false;
  const { paths, spec, gitEnv, clock } = request;
  for (const folder of await listSpares(spec.workspace.stateDir)) {
    if (!(await claim(folder, paths.spare))) continue;
    await request.probe?.('worker/spare-taken');
    if (await fits(request, state)) {
      await place(request);
      await request.probe?.('worker/spare-placed');
      return true;
    }
    await bury(
      { workspace: spec.workspace, gitEnv, clock },
      { paths: [paths.spare], refs: [], linked: null, why: 'it does not fit' },
    );
  }
  return false;
}

/** False when another run was quicker, or where the state folder is on several disks. */
async function claim(folder: string, to: string): Promise<boolean> {
  try {
    await rename(folder, to);
    return true;
  } catch (thrown) {
    const code = systemErrorCode(thrown);
    if (code === 'ENOENT' || code === 'EXDEV') return false;
    throw thrown;
  }
}

/** Whether it is as it was made, as far as names say, and as this process would make it. Contents git compares. */
async function fits(request: WorktreeRequest, { source, opened }: WorktreeState): Promise<boolean> {
  const { spare } = request.paths;
  const record = await readSpareRecord(spare);
  if (record === null) return false;
  const { tree, index } = sparePaths(spare);
  return (
    record.bootId === ownIdentity().bootId &&
    record.umask === fileMask() &&
    record.objectFormat === source.objectFormat &&
    sha256((await readBytesIfThere(index)) ?? '') === record.index &&
    namesOf(tree) === record.names &&
    (record.commit === opened.base || (await hasSameAttributes(request, index)))
  );
}

function namesOf(tree: string): string | null {
  try {
    return hashTreeNames(tree);
  } catch {
    return null;
  }
}

/** Where they differ, files that are the same in both commits may be written in another way. */
async function hasSameAttributes(request: WorktreeRequest, index: string): Promise<boolean> {
  const { exitCode } = await runRepositoryGit(request)(
    ['diff-index', '--cached', '--quiet', 'HEAD', '--', ':(glob,icase)**/.gitattributes'],
    { env: { GIT_INDEX_FILE: index }, okExitCodes: [0, 1] },
  );
  return exitCode === 0;
}

/** A crash in between is no matter: the run opens again, which takes all of it back. */
async function place({ paths }: WorktreeRequest): Promise<void> {
  const { tree, index } = sparePaths(paths.spare);
  await rename(join(paths.worktree, '.git'), join(tree, '.git'));
  await removeEmptyFolder(paths.worktree);
  await rename(tree, paths.worktree);
  // A copy is newer than the files, so that git need not read those written last to know that they are as the index says.
  await copyFile(index, join(paths.worktree, '.git', 'index'));
  await removeTree(paths.spare);
}

/** Resolves and pins the base and makes the run repository. Nothing of it stays when it throws. */
export async function openRunRepository(request: WorktreeRequest): Promise<OpenedBase> {
  const before = await readWorktreeState(request.paths);
  if (before !== null) return before.opened;
  refuseImpossible(request);
  const level = decideRunLevel(request);
  const git = userGit(request);
  const choice = chooseBase(git, request.spec);
  // Looked at side by side; what is wrong with the repository itself is said first.
  const [source, decided] = await Promise.allSettled([inspectSource(request, git), level, choice]);
  if (source.status === 'rejected') throw source.reason;
  if (decided.status === 'rejected') throw decided.reason;
  requireAcceptedRisk(request.spec.routine, decided.value.isolation);
  const chosen = await choice;
  const base = await resolveBase(request, git, chosen);
  const setup = await decideSetupTrust(request, git, { choice: chosen, base: base.commit });
  return openAt(request, { source: source.value, level: decided.value, setup }, base);
}

async function openAt(
  request: WorktreeRequest,
  {
    source,
    level,
    setup,
  }: { readonly source: SourceFacts; readonly level: RunLevel; readonly setup: SetupTrust },
  base: ResolvedBase,
): Promise<OpenedBase> {
  const git = userGit(request);
  try {
    const filled = source.partial ? await fillMissingObjects(request, git, base.commit) : [];
    await request.probe?.('worker/base-pinned');
    const opened: OpenedBase = {
      base: base.commit,
      baseRef: base.ref,
      isolation: level.isolation,
      history: level.history,
      notices: [...base.notices, ...filled, ...level.notices, ...sourceNotices(source)],
    };
    const made = await makeRepository(request, source, opened);
    await request.probe?.('worker/repository-made');
    await writeWorktreeState(request.paths, {
      version: 1,
      opened,
      branch: branchNameOf(request.spec),
      source,
      ...made,
      sandbox: level.sandbox,
      setup,
      stage: 'opened',
      prepared: NOTHING_PREPARED,
      holds: null,
      keepUntil: null,
    });
    return opened;
  } catch (thrown) {
    await removeTree(request.paths.worktree);
    await dropPins(request);
    throw thrown;
  }
}

/**
 * Checks the base out, unless that was done before. Only bytes of the repository's objects arrive: no filter,
 * hook or attribute of the user's settings takes part.
 */
export async function checkOutBase(request: WorktreeRequest, _opened: OpenedBase): Promise<void> {
  const state = await needWorktreeState(request.paths);
  if (state.stage !== 'opened') return;
  request.progress('checking out the base');
  await takeSpare(request, state);
  await checkOutTree(runRepositoryGit(request));
  await request.probe?.('worker/base-checked-out');
  await copyFile(indexOf(request, state), request.paths.trustedIndex);
  await writeWorktreeState(request.paths, { ...state, stage: 'checked-out' });
}

function indexOf(request: WorktreeRequest, state: WorktreeState): string {
  return state.linked === null
    ? `${request.paths.worktree}/.git/index`
    : `${state.linked.adminFolder}/index`;
}

/** A level that was asked for and cannot be had is an error, not a silent step down. */
function refuseImpossible(request: WorktreeRequest): void {
  const { isolation, history } = request.spec.routine.workspace;
  if (isolation === 'worktree' && history !== 'borrow' && history !== 'auto') {
    throw new AppError('refused', {
      code: 'history-unavailable',
      message: `workspace.history ${history} cannot be had with isolation worktree, which shares the whole repository`,
      hint: 'Use isolation: private, or history: borrow.',
    });
  }
}

async function makeRepository(
  request: WorktreeRequest,
  source: SourceFacts,
  opened: OpenedBase,
): Promise<Pick<WorktreeState, 'alternates' | 'linked' | 'before'>> {
  // A crash may have left a part of it.
  await removeTree(request.paths.worktree);
  await makeFolder(request.paths.folder);
  await makeFolder(request.paths.temporary, 0o700);
  if (opened.isolation !== 'worktree') {
    const alternates = await createRunRepository(request, source, opened);
    // A sandbox does not show it.
    const before =
      opened.isolation === 'sandbox' ? null : await inspectRepository(request, 'private');
    return { alternates, linked: null, before };
  }
  const adminFolder = await createLinkedWorktree(request, userGit(request), opened.base);
  try {
    const before = await inspectRepository(request, 'worktree');
    return { alternates: null, linked: { adminFolder }, before };
  } catch (thrown) {
    await removeAdminFolder(request, adminFolder);
    throw thrown;
  }
}

function sourceNotices({ shallow }: SourceFacts): readonly string[] {
  if (shallow === null) return [];
  return ['the repository is a shallow clone: the agent sees as little history as you do'];
}

/** What a run repository has to know of the user's repository before it borrows from it. Reads only. */
export async function inspectSource(
  request: { readonly spec: { readonly workspace: { readonly root: string } } },
  git: GitCall,
): Promise<SourceFacts> {
  const { root } = request.spec.workspace;
  if ((await resolveLinks(root)) === null) throw notARepository(root);
  const [asked, partial] = await Promise.all([askFacts(git), askPartial(git)]);
  // The path comes last: it may hold newlines itself.
  const [format, shallow, ...path] = asked.stdout.replace(/\n$/, '').split('\n');
  if (asked.exitCode !== 0 || path.length === 0) throw notARepository(root);
  const objects = await resolveLinks(resolve(root, path.join('\n')));
  if (objects === null) throw notARepository(root);
  return {
    objectFolders: await chainOfObjects(objects),
    objectFormat: format === 'sha256' ? 'sha256' : 'sha1',
    shallow: shallow === 'true' ? await readTextIfThere(join(objects, '..', 'shallow')) : null,
    partial: partial.exitCode === 0,
  };
}

function askFacts(git: GitCall): Promise<GitAnswer> {
  return git(
    ['rev-parse', '--show-object-format', '--is-shallow-repository', '--git-path', 'objects'],
    { okExitCodes: [0, 128] },
  );
}

function askPartial(git: GitCall): Promise<GitAnswer> {
  const keys = String.raw`^(extensions\.partialclone|remote\..*\.promisor)$`;
  return git(['config', '--get-regexp', keys], { okExitCodes: [0, 1, 128] });
}

function notARepository(root: string): AppError {
  return new AppError('missing', {
    code: 'not-a-repository',
    message: `${root} is not in a git repository`,
    hint: 'Go to a repository (or name one with -C DIR), or make one: git init.',
  });
}
