/** What is to be judged: read from the bridge, which is ours and holds objects that git has checked. */
import { addedBytes } from '../git/added-bytes.ts';
import { isAncestor } from '../git/ancestry.ts';
import { diffTrees, type TreeChange } from '../git/diff-trees.ts';
import { NEW_OBJECTS_SCRIPT, newObjectReader } from '../git/object-contents.ts';
import { streamGit } from '../git/stream-git.ts';
import { touchedPaths } from '../git/touched-paths.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import { KEEPABLE_BYTES } from './fetch-agent-commits.ts';
import { MOST_OBJECTS } from './measure-commits.ts';
import { bridgeGit, bridgeProgram } from './repository-calls.ts';

export interface NewBlob {
  readonly id: string;
  readonly size: number;
}

export interface LookedAt {
  readonly base: CommitSha;
  readonly tip: CommitSha;
  readonly descends: boolean;
  /** From base to tip; as many as a branch may have, and one more. */
  readonly changes: readonly TreeChange[];
  readonly changeCount: number;
  /** Of every commit on the way, not of the last tree alone; `null` when there are too many to count. */
  readonly blobs: readonly NewBlob[] | null;
  /** New files whole, of changed ones the new lines; `null` when there are too many objects to count. */
  readonly changedBytes: number | null;
  /** That any commit on the way touched; `null` when there are too many to count. */
  readonly paths: ReadonlySet<string> | null;
}

const MOST_PATHS = 200_000;

export async function inspectCommits(
  request: WorktreeRequest,
  base: CommitSha,
  tip: CommitSha,
): Promise<LookedAt> {
  const repository = bridgeProgram(request);
  const most = request.spec.routine.outputs.branch.maxFiles + 1;
  const [descends, diff, objects] = await Promise.all([
    isAncestor(bridgeGit(request), base, tip),
    diffTrees(repository, { from: base, to: tip, most }),
    newObjects(request, base, tip),
  ]);
  const { changes, count } = diff;
  const single = descends && objects !== null && objects.commits <= 1 && count === changes.length;
  const paths = single
    ? new Set(changes.map(({ path }) => path))
    : await touchedPaths(repository, { base, tip, most: MOST_PATHS });
  const blobs = objects === null ? null : objects.blobs;
  const bytes =
    blobs === null || !descends ? null : await changedBytes(request, { base, tip, blobs });
  return { base, tip, descends, changes, changeCount: count, blobs, changedBytes: bytes, paths };
}

async function newObjects(
  request: WorktreeRequest,
  base: CommitSha,
  tip: CommitSha,
): Promise<{ readonly blobs: readonly NewBlob[]; readonly commits: number } | null> {
  const blobs: NewBlob[] = [];
  let commits = 0;
  let count = 0;
  const reader = newObjectReader(({ id, type, size }) => {
    count += 1;
    if (type === 'blob') blobs.push({ id, size });
    if (type === 'commit') commits += 1;
    return count <= MOST_OBJECTS;
  });
  const answer = await streamGit({
    ...bridgeProgram(request),
    argv: ['sh', '-c', NEW_OBJECTS_SCRIPT, 'sh', tip, base],
    verb: 'rev-list',
    take: (piece) => reader.push(piece),
  });
  return answer.kind === 'stopped' || !reader.isWhole() ? null : { blobs, commits };
}

/**
 * How much a branch brings, as `outputs.branch.max-bytes` counts: new files whole, of changed ones the lines that are new.
 * The lines are looked at only where the files are too much, and small enough to be kept.
 */
async function changedBytes(
  request: WorktreeRequest,
  {
    base,
    tip,
    blobs,
  }: {
    readonly base: CommitSha;
    readonly tip: CommitSha;
    readonly blobs: readonly { readonly id: string; readonly size: number }[];
  },
): Promise<number> {
  const whole = blobs.reduce((sum, { size }) => sum + size, 0);
  const { maxBytes } = request.spec.routine.outputs.branch;
  if (whole <= maxBytes || whole > KEEPABLE_BYTES) return whole;
  const added = await addedBytes({ ...bridgeProgram(request), argv: ['git'] }, base, tip);
  const others = blobs.filter(({ id }) => !added.blobs.has(id));
  return Math.min(whole, added.bytes + others.reduce((sum, { size }) => sum + size, 0));
}
