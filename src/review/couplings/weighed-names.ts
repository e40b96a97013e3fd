/**
 * What two changes both speak of, where no parser, import or single rare name ties them. Each name counts the more, the fewer
 * files of the repository hold it; together they have to reach a sum.
 */
import { runGitBytes } from '../../git/git-bytes.ts';
import { grepWords } from '../../git/grep-words.ts';
import type { GitContext } from '../../git/run-git.ts';
import { isChangelogPath, isLockFile, testOf } from '../path-kinds.ts';
import {
  told,
  type Found,
  type LookedBranch,
  type LookedFile,
  type Pair,
  type Weighed,
  type WeighedName,
} from './looked.ts';
import { isName, isSweep, placeOfName } from './shared-names.ts';

/** Sums that bind, where a name that no other file holds counts 1. */
const LEAST = {
  exactTest: 0.25,
  partTest: 0.35,
  test: 0.7,
  docs: 0.65,
  settings: 0.6,
  moved: 1.2,
} as const;
/** Where only one of them changes how often it stands there. */
const HALF = 0.5;
/** Of one pair: each name is looked up in the whole repository. */
const MOST = 16;
const TOLD = 3;

/** English, and words of programs and their tests, that stand for nothing in particular. */
const EMPTY = new Set(
  'about above according after also already always applicable array because been before being below between bool both bytes call called calls can class code conditions could default documentation does done each else empty error errors even every exit fail failed file files find first foobar found given have here governing however http https input inside instead into invalid its just kind language last left like limitations line lines list long made make many match merchantability method might mock more most much must need never none noninfringement note only other output over path paths permissions place print public right same should show simple since some still string strings such sure take tests than that their them then there these they this those through time true under unless until update used user uses using valid version very want well were what when where which while will within without work works would write your'.split(
    ' ',
  ),
);

/** How rare names are: files that hold them, of all files. */
export interface Holders {
  readonly files: number;
  readonly of: ReadonlyMap<string, number>;
}

/** A name that nobody counted has no weight. */
export function weighs({ names, least }: Weighed, holders: Holders): boolean {
  const scale = Math.log(holders.files + 1);
  let sum = 0;
  for (const { name, share } of names) {
    const files = holders.of.get(name);
    if (files !== undefined && scale > 0)
      sum += share * Math.max(0, 1 - Math.log(files + 1) / scale);
  }
  return sum >= least;
}

export function weighedCouplings(pair: Pair): readonly Found[] {
  const { a, b } = pair;
  const shared = sharedOf(a, b);
  const [mine, theirs] = [sideOf(a), sideOf(b)];
  const kinds = [kindOf(mine, theirs), kindOf(theirs, mine)];
  const kind = kinds.find((one) => one !== null) ?? null;
  if (kind === 'test') {
    const own = nearestTest(pair);
    if (own === 'no' && isSweep(pair)) return [];
    const least = own === 'no' ? LEAST.test : LEAST[`${own}Test`];
    return weighed(pair, shared, { kind: 'test', least });
  }
  if (isSweep(pair)) return [];
  if (kind !== null) return weighed(pair, shared, { kind: 'words', least: LEAST[kind] });
  const moved = shared.filter(({ goes }) => goes === 'over');
  if (moved.length < 2) return [];
  return weighed(pair, moved, { kind: 'words', least: LEAST.moved });
}

interface SharedName extends WeighedName {
  readonly one: LookedFile;
  readonly other: LookedFile;
  /** `over`: one takes it away, the other puts it in. */
  readonly goes: 'over' | 'alike';
}

function sharedOf(a: LookedBranch, b: LookedBranch): readonly SharedName[] {
  const found: SharedName[] = [];
  for (const [name, ones] of a.says) {
    const others = b.says.get(name);
    if (others === undefined || !isName(name) || EMPTY.has(name.toLowerCase())) continue;
    const [mine, theirs] = [a.differs.has(name), b.differs.has(name)];
    const [one, other] = [ones.find(counts), others.find(counts)];
    if ((!mine && !theirs) || one === undefined || other === undefined) continue;
    const both = mine && theirs;
    const goes = both && a.grows.has(name) !== b.grows.has(name) ? 'over' : 'alike';
    found.push({ name, share: both ? 1 : HALF, one, other, goes });
  }
  return found
    .toSorted(
      (x, y) => y.share - x.share || y.name.length - x.name.length || (x.name < y.name ? -1 : 1),
    )
    .slice(0, MOST);
}

/** A changelog speaks of everything, a lock file of nothing. */
function counts({ change }: LookedFile): boolean {
  return !isChangelogPath(change.path) && !isLockFile(change.path);
}

type Side = 'code' | 'test' | 'docs' | 'settings' | 'whole' | 'none';

/** What a branch holds, so that something may be missing in it. */
function sideOf({ roles }: LookedBranch): Side {
  const held = new Set([...roles].flatMap(([file, role]) => (counts(file) ? [role] : [])));
  if (held.has('code')) return held.has('test') ? 'whole' : 'code';
  if (held.has('test')) return 'test';
  if (held.has('doc')) return 'docs';
  return held.has('other') ? 'settings' : 'none';
}

function kindOf(one: Side, other: Side): 'test' | 'docs' | 'settings' | null {
  if (one === 'code' && other === 'test') return 'test';
  if (one === 'docs' || one === 'settings') return other === one || other === 'none' ? null : one;
  return null;
}

/** Whether one of the tests is named after a file that the other changes. */
function nearestTest({ a, b }: Pair): 'exact' | 'part' | 'no' {
  const found = new Set(
    a.files.flatMap((one) =>
      b.files.map((other) =>
        a.roles.get(one) === 'test'
          ? testOf(other.change.path, one.change.path)
          : testOf(one.change.path, other.change.path),
      ),
    ),
  );
  return found.has('exact') ? 'exact' : found.has('part') ? 'part' : 'no';
}

function weighed(
  { a, b }: Pair,
  shared: readonly SharedName[],
  { kind, least }: { readonly kind: 'test' | 'words'; readonly least: number },
): readonly Found[] {
  const [first] = shared;
  if (first === undefined) return [];
  const names = shared.slice(0, TOLD).map(({ name }) => told(name));
  return [
    {
      kind,
      detail: `${told(a.branch.branch)} and ${told(b.branch.branch)} change one matter: both say ${names.join(', ')}`,
      places: [placeOfName(first.one, first.name), placeOfName(first.other, first.name)],
      binds: true,
      strength: 8,
      rare: null,
      weighed: { names: shared.map(({ name, share }) => ({ name, share })), least },
    },
  ];
}

// In how many files of the repository stand names that two changes both speak of.
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
