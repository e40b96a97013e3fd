/** Commits that an entry of any release or package tells: one brought to an older line is listed there, and not again. */
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import { coveringFolder } from '../../words/path-globs.ts';
import { parseChangelog } from '../changelog/parse-changelog.ts';
import { pathKind } from './change-evidence.ts';
import type { MatchCommit } from './contract.ts';
import { keysOf, wordsOf } from './entry-words.ts';
import { readNotes } from './find-notes.ts';
import { changeTitle, description } from './message-parts.ts';
import type { NotesOfRange } from './notes-of-range.ts';
import { entryNumbers, ownNumbers } from './numbered-notes.ts';
import { isCommonStem } from './word-forms.ts';
import { saidIn, standNearly } from './written-entries.ts';

/** Of what the commit's title says, and how much of it there has to be. */
const SAYS = 0.8;
const LEAST_KEYS = 3;
/** Of a title that an entry repeats whole. */
const LEAST_OF_TITLE = 4;
const LEAST_ID = 7;

/** What entries of any release and package name and say. */
export interface ToldEntries {
  readonly numbers: ReadonlySet<string>;
  readonly ids: readonly string[];
  readonly texts: readonly string[];
  /** What stood there when the range began tells of none of its commits, however alike. */
  readonly earlier: ReadonlySet<string>;
}

export async function readToldEntries(
  context: GitContext,
  { changelog, before, covering, tree }: NotesOfRange,
): Promise<ToldEntries> {
  const paths = new Set(covering.map(({ path }) => path));
  const files = await readNotes(context, {
    path: '',
    files: tree.filter(({ path }) => paths.has(path)),
  });
  const releases = [...(changelog?.releases ?? []), ...parseChangelog(files, 'auto').releases];
  const entries = releases.flatMap((release) => release.entries);
  return {
    numbers: new Set(entries.flatMap(entryNumbers)),
    ids: entries
      .flatMap(({ references }) => references)
      .filter((one) => one.length >= LEAST_ID && /^[0-9a-f]+$/.test(one)),
    texts: entries.map(({ text }) => text),
    earlier: new Set(
      (before?.releases ?? []).flatMap((one) => one.entries.map(({ text }) => text)),
    ),
  };
}

/** @param byWords whether an entry without the commit's number may tell of it */
export function toldElsewhere(
  { numbers, ids, texts, earlier }: ToldEntries,
  commits: readonly MatchCommit[],
  byWords: (commit: MatchCommit) => boolean,
): ReadonlySet<CommitSha> {
  if (commits.length === 0) return new Set();
  const standing = texts.map((text) => ({ ...saidIn({ text }), isEarlier: earlier.has(text) }));
  const isTold = (commit: MatchCommit): boolean => {
    if (ownNumbers(commit).some((number) => numbers.has(number))) return true;
    if (ids.some((id) => commit.sha.startsWith(id))) return true;
    const lines = commit.changes?.notes ?? [];
    if (standNearly(lines, standing)) return true;
    const title = titleKeys(commit);
    // Brought to an older line it has another number there, and the same title.
    const least = byWords(commit)
      ? { keys: LEAST_KEYS, says: SAYS }
      : { keys: LEAST_OF_TITLE, says: 1 };
    return (
      title.length >= least.keys &&
      standing.some(
        ({ keys, isEarlier }) =>
          !isEarlier && title.filter((key) => keys.has(key)).length >= least.says * title.length,
      )
    );
  };
  return new Set(commits.filter(isTold).map(({ sha }) => sha));
}

/** What a commit's title says, without words that any may have. */
export function titleKeys(commit: MatchCommit): readonly string[] {
  return keysOf(wordsOf(description(changeTitle(commit)))).filter(
    (key) => !isCommonStem(key) && !/^\d+$/.test(key),
  );
}

// Commits of packages that have no release yet, or whose notes were not written since. Packages are released apart and many
// write their notes then: nothing is missing in them yet. So it is with a project that writes its notes at the release. Pure.
interface CoveringFile {
  readonly path: string;
  /** Empty for the root. */
  readonly folder: string;
}

interface WaitingRequest {
  /** Newest first. */
  readonly commits: readonly MatchCommit[];
  readonly covering: readonly CoveringFile[];
  /** Whether a path was there at the range's beginning. */
  readonly existed: (path: string) => boolean;
  /** Of the notes of the whole project. */
  readonly atRelease?: boolean;
}

export function waitingCommits({
  commits,
  covering,
  existed,
  atRelease = false,
}: WaitingRequest): ReadonlySet<CommitSha> {
  const folders = covering.map(({ folder }) => folder);
  const pathOf = new Map(covering.map(({ path, folder }) => [folder, path]));
  const written = new Set<string>();
  const waiting = new Set<CommitSha>();
  for (const { sha, allFiles } of commits) {
    for (const path of allFiles) written.add(path);
    // A new package is also written into the manifest of the root.
    const product = allFiles.filter((path) => pathKind(path) === 'product');
    const own = new Set(product.flatMap((path) => coveringFolder(path, folders) ?? []));
    const isOpen = (folder: string): boolean => {
      const path = pathOf.get(folder) ?? '';
      if (folder === '') return !atRelease || written.has(path);
      return written.has(path) && existed(path);
    };
    if (own.size > 0 && ![...own].some(isOpen)) waiting.add(sha);
  }
  return waiting;
}
