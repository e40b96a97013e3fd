/** Levels `private` and `sandbox`: a repository of the run's own, at the base, with nothing checked out yet. */
import { join } from 'node:path';

import { fetchRefs, fileUrl } from '../git/fetch-ref.ts';
import type { GitCall } from '../git/git-call.ts';
import { updateRefs } from '../git/update-refs.ts';
import { coreCount } from '../platform/environment.ts';
import { makeFolder, removeTree } from '../platform/files.ts';
import type { OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { makeOwnRepository, writeNewRef } from './own-repository.ts';
import { runRepositoryGit } from './repository-calls.ts';
import { basePinOf, branchNameOf, identityOf } from './run-identity.ts';
import { type SourceFacts, needWorktreeState } from './worktree-state.ts';

/** Returns the text of its alternates, `null` when it has all objects of its own. */
export async function createRunRepository(
  request: WorktreeRequest,
  source: SourceFacts,
  { base, history }: Pick<OpenedBase, 'base' | 'history'>,
): Promise<string | null> {
  const { spec, paths } = request;
  const branch = branchNameOf(spec);
  const alternates = await makeOwnRepository({
    folder: paths.worktree,
    bare: false,
    branch,
    source,
    borrows: history === 'borrow',
    settings: settingsOf(request),
  });
  if (history === 'borrow') {
    await writeNewRef(join(paths.worktree, '.git'), `refs/heads/${branch}`, base);
    return alternates;
  }
  // From here on the user's folder is a stranger to the run: only what the base needs is copied.
  const git = runRepositoryGit(request);
  const pin = basePinOf(spec.id);
  await fetchRefs(git, {
    from: fileUrl(spec.workspace.gitDir),
    refspecs: [`+${pin}:${pin}`],
    ...(history === 'copy' ? {} : { depth: history }),
    config: ['fetch.fsckObjects=false'],
  });
  await updateRefs(git, [
    { kind: 'create', ref: `refs/heads/${branch}`, to: base },
    { kind: 'delete', ref: pin },
  ]);
  return alternates;
}

function settingsOf(request: WorktreeRequest): string {
  const identity = identityOf(request.spec);
  return [
    '[user]',
    `\tname = ${identity['GIT_AUTHOR_NAME'] ?? ''}`,
    `\temail = ${identity['GIT_AUTHOR_EMAIL'] ?? ''}`,
    '[commit]\n\tgpgsign = false',
    '[gc]\n\tauto = 0',
    '[maintenance]\n\tauto = false',
    '',
  ].join('\n');
}

// Brings a worktree of ours to what HEAD of its repository says.

/**
 * Only bytes of the repository's objects arrive. Of files that the index knows, those that are as it says stay; all
 * others are written.
 */
export async function checkOutTree(git: GitCall): Promise<void> {
  // `reset --hard` would look at every file again and keep a log of it.
  await git(['read-tree', '--reset', '-u', '--no-recurse-submodules', 'HEAD'], {
    config: checkoutSettings(coreCount()),
  });
}

/**
 * Helpers for the checkout. They cost more than they bring with few files, and where they take the processor from the
 * one that deals out the work: with two cores a checkout by helpers takes half as long again.
 */
function checkoutSettings(cores: number): readonly string[] {
  const workers = Math.min(8, Math.max(1, Math.floor(cores / 2)));
  return [`checkout.workers=${workers}`, 'checkout.thresholdForParallelism=1000'];
}

// The base, checked out for one command and gone after it: what the command leaves there never mixes with what the
// agent is given, and no git of ours runs where it ran.

/** @param name of its folder among the run's temporary ones */
export async function withPassingCheckout<T>(
  request: WorktreeRequest,
  { opened, name }: { readonly opened: OpenedBase; readonly name: string },
  work: (inside: WorktreeRequest) => Promise<T>,
): Promise<T> {
  const { source } = await needWorktreeState(request.paths);
  const folder = join(request.paths.temporary, name);
  const inside = insideOf(request, folder);
  // A crash may have left a part of it.
  await removeTree(folder);
  try {
    await makeFolder(inside.paths.temporary, 0o700);
    // It borrows, whatever the run has: it is gone before the agent starts.
    await createRunRepository(inside, source, { base: opened.base, history: 'borrow' });
    const git = runRepositoryGit(inside);
    await git(['read-tree', '--reset', '-u', '--no-recurse-submodules', 'HEAD']);
    return await work(inside);
  } finally {
    await removeTree(folder);
  }
}

function insideOf(request: WorktreeRequest, folder: string): WorktreeRequest {
  const paths = {
    ...request.paths,
    worktree: join(folder, 'worktree'),
    temporary: join(folder, 'tmp'),
  };
  return { ...request, paths };
}
