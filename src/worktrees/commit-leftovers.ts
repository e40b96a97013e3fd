import { join } from 'node:path';

import { tokenReader } from '../git/token-reader.ts';
import { writeText } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { bridgeWork, overTheTree } from './bridge.ts';
import { streamEnclosed } from './enclosed-git.ts';
import { bridgeGit } from './repository-calls.ts';
import type { Leftovers } from './sort-leftovers.ts';

/**
 * Removed first, by name only: a folder above it may be a link by now, which git refuses to look behind.
 * Prints the tree that there is now, and the parent's.
 */
const SCRIPT = `
git update-index --force-remove -z --stdin <"$2" || exit 70
git update-index --add --replace -z --stdin <"$3" || exit 71
git write-tree || exit 72
exec git rev-parse --verify "$1^{tree}"
`;

/** Commits them upon `parent` in the bridge; gives `parent` itself when nothing differs after all. */
export async function commitLeftovers(
  request: WorktreeRequest,
  parent: CommitSha,
  leftovers: Pick<Leftovers, 'changed' | 'removed'>,
): Promise<CommitSha> {
  if (leftovers.changed.length === 0 && leftovers.removed.length === 0) return parent;
  const work = bridgeWork(request.paths.bridge);
  const removed = join(work, 'removed');
  const changed = join(work, 'changed');
  await writeText(removed, nulEnded(leftovers.removed));
  await writeText(changed, nulEnded(leftovers.changed));
  const printed: string[] = [];
  const reader = tokenReader(10, (line) => printed.push(line.toString('latin1')) < 3);
  await streamEnclosed(request, {
    verb: 'update-index',
    script: SCRIPT,
    args: [parent, removed, changed],
    ...overTheTree(request),
    take: (piece) => reader.push(piece),
  });
  const [written = '', before] = printed;
  if (written === before) return parent;
  return commitTree(request, parent, written);
}

async function commitTree(
  request: WorktreeRequest,
  parent: CommitSha,
  tree: string,
): Promise<CommitSha> {
  const { id, routine } = request.spec;
  const stdin = `Keep what ${routine.id} left uncommitted\n\nRoundsman-Run: ${id}\n`;
  // The tree's id comes from where the agent's files are: a tree it is, or this fails.
  const words = ['commit-tree', '-p', parent, isCommitSha(tree) ? tree : 'none'];
  const commit = (await bridgeGit(request)(words, { stdin })).stdout.trim();
  if (isCommitSha(commit)) return commit;
  throw new AppError('internal', {
    code: 'bad-commit',
    message: `git commit-tree gave ${commit}`,
    hint: '',
  });
}

function nulEnded(paths: readonly string[]): string {
  return paths.map((path) => `${path}\0`).join('');
}
