/** In how many files of the repository stand names that two changes both speak of. */
import { runGitBytes } from '../../git/git-bytes.ts';
import { grepWords } from '../../git/grep-words.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { Found } from './looked.ts';
import type { Holders } from './weighed-names.ts';

const MOST_NAMES = 600;
const MOST_BYTES = 24_000_000;

/** Of names beyond the bound, and where git gives no whole answer, nothing is known. */
export async function countHolders(
  repository: GitContext,
  { commit, found }: { readonly commit: string; readonly found: readonly Found[] },
): Promise<Holders> {
  const longest = [
    ...new Set(found.flatMap(({ weighed }) => weighed?.names.map(({ name }) => name) ?? [])),
  ].toSorted((one, other) => other.length - one.length || (one < other ? -1 : 1));
  let words = longest.slice(0, MOST_NAMES);
  try {
    // Short names stand everywhere: they must not hide how rare the long ones are.
    for (; words.length > 0; words = words.slice(0, Math.floor(words.length / 4))) {
      const of = await filesOf(repository, { commit, words });
      if (of !== null) return { files: await countFiles(repository, commit), of };
    }
  } catch {
    // A commit that is not there, or a git that gives no answer: nothing counts as rare.
  }
  return { files: 0, of: new Map() };
}

async function filesOf(
  repository: GitContext,
  { commit, words }: { readonly commit: string; readonly words: readonly string[] },
): Promise<ReadonlyMap<string, number> | null> {
  const holders = new Map(words.map((word) => [word, new Set<string>()]));
  const end = await grepWords(
    repository,
    { commit, words },
    { take: (path, word) => holders.get(word)?.add(path), mostBytes: MOST_BYTES, give: 'word' },
  );
  if (end === 'cut') return null;
  return new Map([...holders].map(([word, paths]) => [word, paths.size]));
}

async function countFiles(repository: GitContext, commit: string): Promise<number> {
  const { stdout } = await runGitBytes(['ls-tree', '-r', '-z', '--name-only', commit], repository);
  return stdout.toString('latin1').split('\0').length - 1;
}
