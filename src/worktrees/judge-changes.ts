/** Whether what the agent made may become a branch. Looks at the bridge only. */
import { join } from 'node:path';

import type { CommitSha } from '../domain/ids.ts';
import { inlineCode, oneLine, plural } from '../domain/text.ts';
import type { TreeChange } from '../git/diff-trees.ts';
import type { GitCall } from '../git/git-call.ts';
import { isAncestor } from '../git/is-ancestor.ts';
import { matchingPaths } from '../git/matching-paths.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { writeText } from '../platform/files.ts';
import { overNothing } from './bridge.ts';
import type { WorktreeRequest } from './contract.ts';
import type { Leftovers } from './list-leftovers.ts';
import { bridgeGit } from './repository-calls.ts';
import type { WorktreeState } from './worktree-state.ts';

/** The reason to refuse them, `null` when there is none. */
export async function judgeChanges(
  request: WorktreeRequest,
  state: WorktreeState,
  made: { readonly tip: CommitSha; readonly changes: readonly TreeChange[] },
): Promise<string | null> {
  const git = bridgeGit(request);
  const { base } = state.opened;
  if (!(await isAncestor(git, base, made.tip))) return 'its commits do not descend from the base';
  const limits = request.spec.routine.outputs.branch;
  if (made.changes.length > limits.maxFiles)
    return `${plural(made.changes.length, 'file')} changed, outputs.branch.max-files is ${limits.maxFiles}`;
  const blobs = await newBlobs(git, base, made.tip);
  const secret = new Set(state.prepared.includedBlobs);
  if (blobs.some((blob) => secret.has(blob.id)))
    return 'a commit holds the content of an included file';
  const bytes = blobs.reduce((sum, blob) => sum + blob.size, 0);
  if (bytes > limits.maxBytes)
    return `${plural(bytes, 'byte')} of new content, outputs.branch.max-bytes is ${limits.maxBytes}`;
  return protectedPath(
    request,
    made.changes.map((change) => change.path),
  );
}

/** Before they are read at all: an unignored build folder may hold gigabytes. */
export function judgeLeftovers(request: WorktreeRequest, leftovers: Leftovers): string | null {
  const limits = request.spec.routine.outputs.branch;
  const files = leftovers.changed.length + leftovers.removed.length;
  if (files > limits.maxFiles)
    return `${plural(files, 'uncommitted file')}, outputs.branch.max-files is ${limits.maxFiles}`;
  if (leftovers.bytes > limits.maxBytes)
    return `${plural(leftovers.bytes, 'byte')} uncommitted, outputs.branch.max-bytes is ${limits.maxBytes}`;
  return null;
}

/** Of every commit on the way, not of the last tree alone: all of it would go into the user's repository. */
async function newBlobs(
  git: GitCall,
  base: CommitSha,
  tip: CommitSha,
): Promise<readonly { readonly id: string; readonly size: number }[]> {
  const listed = await git(['rev-list', '--objects', '--no-object-names', tip, `^${base}`, '--']);
  const ids = listed.stdout.split('\n').filter((id) => id !== '');
  return (await objectSizes(git, ids)).filter((object) => object.type === 'blob');
}

async function protectedPath(
  request: WorktreeRequest,
  paths: readonly string[],
): Promise<string | null> {
  const patterns = request.spec.routine.outputs.branch.protected;
  if (patterns.length === 0) return null;
  const nothing = overNothing(request);
  await writeText(join(nothing.cwd, '.gitignore'), `${patterns.join('\n')}\n`);
  const git: GitCall = (args, options) => bridgeGit(request)(args, { ...options, ...nothing });
  const touched = await matchingPaths(git, paths);
  const first = touched[0];
  if (first === undefined) return null;
  const more = touched.length > 1 ? ` and ${plural(touched.length - 1, 'other path')}` : '';
  return `it changes the protected ${oneLine(inlineCode(first), 200)}${more}`;
}
