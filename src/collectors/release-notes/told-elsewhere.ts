/** Commits that an entry of any release or package tells: one brought to an older line is listed there, and not again. */
import type { GitContext } from '../../git/run-git.ts';
import type { ChangelogEntry } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { parseChangelog } from '../changelog/parse-changelog.ts';
import { changeTitle, description } from './commit-text.ts';
import { keysOf, wordsOf } from './entry-words.ts';
import { readNotes } from './find-notes.ts';
import type { MatchCommit } from './match-contract.ts';
import type { NotesOfRange } from './notes-of-range.ts';
import { entryNumbers } from './number-matches.ts';
import { isCommonStem } from './word-forms.ts';

/** Of what the commit's title says, and how much of it there has to be. */
const SAYS = 0.8;
const LEAST_KEYS = 3;
const LEAST_ID = 7;

export async function toldElsewhere(
  context: GitContext,
  { changelog, covering, tree }: NotesOfRange,
  commits: readonly MatchCommit[],
): Promise<ReadonlySet<CommitSha>> {
  if (commits.length === 0) return new Set();
  const paths = new Set(covering.map(({ path }) => path));
  const files = await readNotes(context, {
    path: '',
    files: tree.filter(({ path }) => paths.has(path)),
  });
  const releases = [...(changelog?.releases ?? []), ...parseChangelog(files, 'auto').releases];
  const entries = releases.flatMap((release) => release.entries);
  return new Set(tellingOf(entries, commits));
}

function tellingOf(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
): readonly CommitSha[] {
  const numbers = new Set(entries.flatMap(entryNumbers));
  const ids = entries
    .flatMap(({ references }) => references)
    .filter((one) => one.length >= LEAST_ID && /^[0-9a-f]+$/.test(one));
  const words = entries.map(({ text }) => new Set(keysOf(wordsOf(text))));
  return commits
    .filter((commit) => {
      if (commit.pullRequest !== null && numbers.has(String(commit.pullRequest))) return true;
      if (ids.some((id) => commit.sha.startsWith(id))) return true;
      const title = titleKeys(commit);
      return (
        title.length >= LEAST_KEYS &&
        words.some((own) => title.filter((key) => own.has(key)).length >= SAYS * title.length)
      );
    })
    .map(({ sha }) => sha);
}

/** What a commit's title says, without words that any may have. */
export function titleKeys(commit: MatchCommit): readonly string[] {
  return keysOf(wordsOf(description(changeTitle(commit)))).filter(
    (key) => !isCommonStem(key) && !/^\d+$/.test(key),
  );
}
