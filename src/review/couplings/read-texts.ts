/** Texts of blobs, as far as anybody can read them, in handfuls that fit in memory. */
import { readBlobs } from '../../git/cat-file.ts';
import { gitIn } from '../../git/git-call.ts';
import { objectSizes } from '../../git/object-sizes.ts';
import type { GitContext } from '../../git/run-git.ts';

/** More is not looked into. */
const MOST_BYTES = 5_000_000;
const AT_ONCE = 48_000_000;

export interface TextWish<T> {
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
