/** The facts of every changed file of every branch: from the cache, or out of the blobs. */
import { readBlobs } from '../../git/cat-file.ts';
import { gitIn } from '../../git/git-call.ts';
import { objectSizes } from '../../git/object-sizes.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { BranchChange, ReviewBranch } from '../../words/review/review-branch.ts';
import type { FactCache } from '../fact-cache.ts';
import { FileFacts } from './file-facts.ts';
import { lookAt, type LookedBranch } from './looked.ts';
import { opaqueFacts, readFileFacts } from './read-file-facts.ts';

/** Increase this number when the content of facts changes: it invalidates cached facts. */
const FORM = 6;
/** Of one branch; what is beyond changes as a whole. */
const MOST_FILES = 600;

export interface Looking {
  readonly branches: readonly ReviewBranch[];
  readonly repository: GitContext;
  readonly cache: FactCache;
}

/** In the order of the branches. */
export async function gatherFacts(looking: Looking): Promise<readonly LookedBranch[]> {
  const { branches, repository, cache } = looking;
  const changes = new Map<string, BranchChange>();
  for (const { changes: own } of branches)
    for (const change of own.slice(0, MOST_FILES))
      if (isText(change)) changes.set(keyOf(change), change);
  const facts = new Map<string, FileFacts>();
  for (const [key, value] of await cache.read([...changes.keys()])) {
    const read = FileFacts.safeParse(value);
    if (read.success) facts.set(key, read.data);
  }
  const missing = [...changes].filter(([key]) => !facts.has(key));
  const made = new Map<string, unknown>();
  await readTexts(repository, missing.map(wishOf), async ({ key, change }, texts) => {
    const read =
      texts === null
        ? opaqueFacts('not text, too large, or not in the repository')
        : await readFileFacts({
            path: change.path,
            before: textOf(texts, change.oldBlob),
            after: textOf(texts, change.newBlob),
          });
    facts.set(key, read);
    made.set(key, read);
  });
  if (made.size > 0) await cache.write(made);
  return branches.map((branch) =>
    lookAt(
      branch,
      branch.changes.map((change) => ({
        change,
        facts: facts.get(keyOf(change)) ?? opaqueFacts('not text, or one of too many files'),
      })),
    ),
  );
}

interface Wish {
  readonly key: string;
  readonly change: BranchChange;
}

function wishOf([key, change]: readonly [string, BranchChange]): TextWish<Wish> {
  const blobs = [change.oldBlob, change.newBlob].filter((blob) => blob !== null);
  return { of: { key, change }, blobs };
}

function textOf(texts: ReadonlyMap<string, string>, blob: string | null): string | null {
  return blob === null ? null : (texts.get(blob) ?? null);
}

/** A link or a submodule has no lines; git counts none of what is not text. */
function isText({ mode, insertions }: BranchChange): boolean {
  return mode !== '120000' && mode !== '160000' && insertions !== null;
}

function keyOf({ path, oldBlob, newBlob }: BranchChange): string {
  return `coupling-file:${FORM}:${oldBlob ?? '-'}:${newBlob ?? '-'}:${path}`;
}

// Texts of blobs, as far as anybody can read them, in handfuls that fit in memory.

/** More is not looked into. */
const MOST_BYTES = 5_000_000;
const AT_ONCE = 48_000_000;

interface TextWish<T> {
  readonly of: T;
  readonly blobs: readonly string[];
}

/** Of a wish whose blobs are all there and text: calls `take` with them. `null`: one is not text, too large, or not there. */
export async function readTexts<T>(
  repository: GitContext,
  wishes: readonly TextWish<T>[],
  take: (of: T, texts: ReadonlyMap<string, string> | null) => Promise<void>,
): Promise<void> {
  const git = gitIn({ ...repository, env: { ...repository.env, GIT_NO_LAZY_FETCH: '1' } });
  const ids = [...new Set(wishes.flatMap(({ blobs }) => blobs))];
  const facts = await objectSizes(git, ids);
  const sizes = new Map(
    facts.filter(({ type }) => type === 'blob').map(({ id, size }) => [id, size]),
  );
  for (const handful of handfuls(wishes, sizes)) {
    const texts = new Map<string, string>();
    const wanted = [...new Set(handful.flatMap(({ blobs }) => blobs))]
      .map((blob) => ({ blob, size: sizes.get(blob) ?? Number.POSITIVE_INFINITY }))
      .filter(({ size }) => size <= MOST_BYTES);
    await readBlobs(repository, wanted, (blob, content) => {
      if (!content.subarray(0, 8_000).includes(0)) texts.set(blob, content.toString('utf8'));
    });
    for (const { of, blobs } of handful)
      await take(of, blobs.every((blob) => texts.has(blob)) ? texts : null);
  }
}

function handfuls<T>(
  wishes: readonly TextWish<T>[],
  sizes: ReadonlyMap<string, number>,
): readonly (readonly TextWish<T>[])[] {
  const all: TextWish<T>[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const wish of wishes) {
    const more = wish.blobs.reduce((sum, blob) => {
      const size = sizes.get(blob) ?? 0;
      return sum + (size <= MOST_BYTES ? size : 0);
    }, 0);
    if (bytes + more > AT_ONCE) {
      all.push([]);
      bytes = 0;
    }
    all.at(-1)?.push(wish);
    bytes += more;
  }
  return all;
}
