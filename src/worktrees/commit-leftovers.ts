import { AppError } from '../domain/errors.ts';
import { isCommitSha, type CommitSha } from '../domain/ids.ts';
import { overTheTree } from './bridge.ts';
import type { WorktreeRequest } from './contract.ts';
import type { Leftovers } from './list-leftovers.ts';
import { bridgeGit } from './repository-calls.ts';

/** Commits them upon `parent` in the bridge; gives `parent` itself when nothing differs after all. */
export async function commitLeftovers(
  request: WorktreeRequest,
  parent: CommitSha,
  leftovers: Leftovers,
): Promise<CommitSha> {
  const git = bridgeGit(request);
  const tree = overTheTree(request);
  const paths = (list: readonly string[]): string => list.map((path) => `${path}\0`).join('');
  // Removed first, by name only: a folder above it may be a link by now, which git refuses to look behind.
  if (leftovers.removed.length > 0) {
    const stdin = paths(leftovers.removed);
    await git(['update-index', '--force-remove', '-z', '--stdin'], { ...tree, stdin });
  }
  if (leftovers.changed.length > 0) {
    const stdin = paths(leftovers.changed);
    await git(['update-index', '--add', '--replace', '-z', '--stdin'], { ...tree, stdin });
  }
  const written = (await git(['write-tree'], tree)).stdout.trim();
  const before = (await git(['rev-parse', '--verify', `${parent}^{tree}`])).stdout.trim();
  if (written === before) return parent;
  const made = await git(['commit-tree', '-p', parent, written], { stdin: messageOf(request) });
  const commit = made.stdout.trim();
  if (isCommitSha(commit)) return commit;
  throw new AppError('internal', {
    code: 'bad-commit',
    message: `git commit-tree gave ${commit}`,
    hint: '',
  });
}

function messageOf(request: WorktreeRequest): string {
  const { id, routine } = request.spec;
  return `Keep what ${routine.id} left uncommitted\n\nRoundsman-Run: ${id}\n`;
}
