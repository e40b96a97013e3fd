/** Whether an entry and the commits that it names by number speak of the same thing. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { bodyText, changeTitle, squashedTitles } from './commit-text.ts';
import { keysOf, pathWords, wordKeys, wordsOf } from './entry-words.ts';
import type { MatchCommit } from './match-contract.ts';
import { isCommonStem } from './word-forms.ts';

export interface Agreement {
  /** Words and names of the entry that say something. */
  readonly keys: number;
  /** Those of them that the messages or the paths hold. */
  readonly said: number;
  /** Those that messages, paths or changed lines hold. */
  readonly held: number;
}

/** The entry says most of what a commit's title says, whatever else it tells of people and links. */
export function tellsTitle(entry: ChangelogEntry, commit: MatchCommit): boolean {
  const own = new Set(keysOf(wordsOf(entry.text)));
  const title = keysOf(wordsOf(changeTitle(commit))).filter((key) => !isCommonStem(key));
  return title.length > 0 && title.filter((key) => own.has(key)).length * 3 >= title.length;
}

export function agreementOf(entry: ChangelogEntry, commits: readonly MatchCommit[]): Agreement {
  const keys = keysOf(wordsOf(entry.text)).filter(
    (key) => !isCommonStem(key) && !/^\d+$/.test(key),
  );
  const said = new Set(commits.flatMap(saidKeys));
  const changed = new Set(commits.flatMap(changedKeys));
  return {
    keys: keys.length,
    said: keys.filter((key) => said.has(key)).length,
    held: keys.filter((key) => said.has(key) || changed.has(key)).length,
  };
}

function saidKeys(commit: MatchCommit): readonly string[] {
  const texts = [commit.scope ?? '', changeTitle(commit), ...squashedTitles(commit.body)];
  return [
    ...texts.flatMap((text) => keysOf(wordsOf(text))),
    ...keysOf(wordsOf(bodyText(commit))),
    ...commit.allFiles.flatMap((path) => [...pathWords(path)]),
  ];
}

function changedKeys({ changes }: MatchCommit): readonly string[] {
  const tokens = new Set(
    (changes?.windows ?? []).flatMap(({ text }) => text.match(/[\p{L}\p{N}_$-]{2,80}/gu) ?? []),
  );
  return [...tokens].flatMap(wordKeys);
}
