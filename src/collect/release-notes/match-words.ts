/** Entries and commits that say the same in other words. Pure. */
import type { ChangelogEntry } from '../../domain/changelog.ts';
import { changeTitle } from './commit-text.ts';
import type { Backing, MatchCommit } from './match-entries.ts';
import { vagueKind } from './vague-entries.ts';
import { commitText, entryText, scoreWords, WordWeights } from './word-matches.ts';

export interface WordMatchRequest {
  readonly entries: readonly ChangelogEntry[];
  /** Those that can back something. */
  readonly commits: readonly MatchCommit[];
  /** What stronger evidence settled, in the order of the entries. */
  readonly settled: readonly (Backing | null)[];
}

export interface WordMatches {
  readonly backings: readonly Backing[];
  /** Commits that an entry tells of, though it rests on others: what it says holds all their title says. */
  readonly alsoTold: ReadonlySet<number>;
}

/** At this score words are enough. Tuned on the notes of black and cargo with their numbers taken away. */
export const BACKS = 0.5;
/** Of the best commit's score: what comes near it backs the entry too. */
const NEAR = 0.75;
const TOLD = 0.36;
const MAX_COMMITS = 12;

export function matchWords({ entries, commits, settled }: WordMatchRequest): WordMatches {
  const texts = commits.map(commitText);
  const entryTexts = entries.map(entryText);
  const weights = new WordWeights(texts, entryTexts);
  const alsoTold = new Set<number>();
  const backings = entries.map((entry, at): Backing => {
    if (vagueKind(entry.text) !== null) return { commits: [], by: null };
    const text = entryTexts[at];
    if (text === undefined) return { commits: [], by: null };
    const scored = texts
      .map((commit, index) => ({ index, ...scoreWords(text, commit, weights) }))
      .filter(({ score }) => score >= TOLD)
      .toSorted((a, b) => b.score - a.score);
    const best = scored[0]?.score ?? 0;
    for (const { index, score } of scored) {
      const title = changeTitle(commits[index] ?? { subject: '', body: '', merge: false });
      if (score >= Math.max(TOLD, NEAR * best) && title !== '') alsoTold.add(index);
    }
    if (best < BACKS || settled[at] !== null) return { commits: [], by: null };
    const near = scored.filter(({ score }) => score >= BACKS && score >= NEAR * best);
    return { commits: near.slice(0, MAX_COMMITS).map(({ index }) => index), by: 'words' };
  });
  return { backings, alsoTold };
}
