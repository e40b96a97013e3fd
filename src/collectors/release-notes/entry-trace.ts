/**
 * How much of what an entry names is anywhere in the commits, for entries that nothing ties to one. An entry without any
 * trace was hardly made true by them; one with some may have been, in other words. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { keysOf, wordsOf } from './entry-words.ts';
import { bestWindow } from './match-changes.ts';
import type { MatchCommit } from './match-contract.ts';
import { commitText, entryText, formatScore, WordWeights } from './word-matches.ts';

export interface EntryTrace {
  /** Of the best message, 0 to 1. */
  readonly words: number;
  /** Of the entry's weight, what the best place of a change holds, 0 to 1. */
  readonly windows: number;
  /** A name of the code that the entry gives stands in a message. */
  readonly named: boolean;
}

/** In the order of the entries. */
export function entryTraces(
  entries: readonly ChangelogEntry[],
  commits: readonly MatchCommit[],
): readonly EntryTrace[] {
  if (entries.length === 0) return [];
  const texts = commits.map(commitText);
  const own = entries.map(entryText);
  const weights = new WordWeights(texts, own);
  const names = new Set(
    texts.flatMap(({ titles, body }) => [
      ...titles.flatMap((title) => [...title.names]),
      ...body.names,
    ]),
  );
  const windows = bestWindow(entries, commits);
  return entries.map((entry, at) => {
    const text = own[at] ?? entryText(entry);
    const words = Math.max(0, ...texts.map((one) => formatScore(text, one, weights).score));
    const named = keysOf(wordsOf(entry.text)).some(
      (key) => key.startsWith('name:') && names.has(key.slice(5)),
    );
    return { words, windows: windows[at] ?? 0, named };
  });
}
