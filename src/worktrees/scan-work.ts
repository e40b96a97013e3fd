/** Reads from the bridge what the scan needs to see of a branch. */
import type { Buffer } from 'node:buffer';

import { readBlobs, type BlobRequest } from '../git/cat-file.ts';
import type { TreeChange } from '../git/diff-trees.ts';
import { objectSizes } from '../git/object-sizes.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { plural } from '../words/text.ts';
import { hasReordering } from './deceptive-names.ts';
import type { LookedAt } from './inspect-commits.ts';
import { bridgeGit, bridgeProgram } from './repository-calls.ts';
import { isPackage, scanChanges } from './scan-changes.ts';

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
