/** What is to be judged: read from the bridge, which is ours and holds objects that git has checked. */
import type { Buffer } from 'node:buffer';

import { addedBytes } from '../git/added-bytes.ts';
import { isAncestor } from '../git/ancestry.ts';
import { readBlobs, type BlobRequest } from '../git/cat-file.ts';
import { diffTrees, type TreeChange } from '../git/diff-trees.ts';
import { NEW_OBJECTS_SCRIPT, newObjectReader } from '../git/object-contents.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { streamGit } from '../git/stream-git.ts';
import { touchedPaths } from '../git/touched-paths.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import { plural } from '../words/text.ts';
import { hasReordering } from './deceptive-names.ts';
import { KEEPABLE_BYTES } from './fetch-agent-commits.ts';
import { MOST_OBJECTS } from './measure-commits.ts';
import { bridgeGit, bridgeProgram } from './repository-calls.ts';
import { isPackage, scanChanges } from './scan-changes.ts';

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

// Reads from the bridge what the scan needs to see of a branch.

/** A larger file is not looked into. */
const MOST_BYTES = 5_000_000;
const MOST_TOGETHER = 64_000_000;

export async function scanWork(
  request: WorktreeRequest,
  made: LookedAt,
): Promise<readonly string[]> {
  const kept = made.changes.filter(({ status, newMode }) => status !== 'D' && newMode !== '160000');
  const reader = new BlobReader(request);
  const known = new Map((made.blobs ?? []).map(({ id, size }) => [id, size]));
  const packages = kept.filter(({ path }) => isPackage(path));
  await reader.read([...newOf(kept), ...oldOf(packages)], known);
  const odd = kept.filter(({ newId }) => hasReordering(reader.texts.get(newId) ?? ''));
  await reader.read(oldOf(odd), known);
  const notices = scanChanges(made.changes, { texts: reader.texts, sizes: reader.sizes });
  if (reader.left === 0) return notices;
  return [...notices, `${plural(reader.left, 'changed file')} too big to be looked into`];
}

function newOf(changes: readonly TreeChange[]): readonly string[] {
  return changes.map(({ newId }) => newId);
}

function oldOf(changes: readonly TreeChange[]): readonly string[] {
  return changes.filter(({ oldMode }) => oldMode.startsWith('100')).map(({ oldId }) => oldId);
}

class BlobReader {
  readonly texts = new Map<string, string>();
  readonly sizes = new Map<string, number>();
  /** Files that were not read. */
  left = 0;
  readonly #request: WorktreeRequest;
  #together = 0;

  constructor(request: WorktreeRequest) {
    this.#request = request;
  }

  async read(ids: readonly string[], known: ReadonlyMap<string, number>): Promise<void> {
    const fresh = [...new Set(ids)].filter((id) => !this.sizes.has(id));
    const unknown = fresh.filter((id) => !known.has(id));
    const asked = await objectSizes(bridgeGit(this.#request), unknown);
    for (const { id, size } of asked) this.sizes.set(id, size);
    const wanted: BlobRequest[] = [];
    for (const blob of fresh) {
      const size = known.get(blob) ?? this.sizes.get(blob) ?? 0;
      this.sizes.set(blob, size);
      if (size <= MOST_BYTES && this.#together + size <= MOST_TOGETHER) {
        this.#together += size;
        wanted.push({ blob, size });
      } else this.left += 1;
    }
    if (wanted.length === 0) return;
    await readBlobs(bridgeProgram(this.#request), wanted, (blob, content) => {
      if (isText(content)) this.texts.set(blob, content.toString('utf8'));
    });
  }
}

/** As git tells: no NUL near the beginning. */
function isText(content: Buffer): boolean {
  return !content.subarray(0, 8_000).includes(0);
}
