/** Entries and commits that say the same in other words. Pure. */
import type { ChangelogEntry } from '../../words/changelog.ts';
import { directionsDeny } from './change-direction.ts';
import type { Backing, MatchCommit } from './contract.ts';
import { stepsDeny } from './dependency-changes.ts';
import { keysOf } from './entry-words.ts';
import { vagueKind } from './vague-entries.ts';
import {
  commitText,
  entryText,
  formatScore,
  WordWeights,
  type CommitText,
  type EntryText,
} from './word-matches.ts';

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

/** At this score words are enough. Tuned on the notes of black, click and requests with their numbers taken away. */
export const BACKS = 0.5;
/** Enough where entry and commit choose each other: nothing else comes near for either of them. */
const BACKS_ALONE = 0.36;
const ALONE = 1.25;
/** Of the best commit's score: what comes near it backs the entry too. */
const NEAR = 0.75;
const TOLD = 0.36;
const MAX_COMMITS = 12;
/** Shorter names are words of many things. */
const LEAST_NAME = 8;

interface Scored {
  readonly commit: number;
  readonly score: number;
}

export function matchWords({ entries, commits, settled }: WordMatchRequest): WordMatches {
  const texts = commits.map(commitText);
  const entryTexts = entries.map(entryText);
  const weights = new WordWeights(texts, entryTexts);
  const candidates = candidateIndex(texts);
  const scores = entries.map((entry, at): readonly Scored[] => {
    const text = entryTexts[at];
    if (text === undefined || vagueKind(entry.text) !== null) return [];
    return candidates(text)
      .flatMap((commit) => {
        const words = texts[commit];
        const score = words === undefined ? 0 : formatScore(text, words, weights).score;
        return score >= Math.min(TOLD, BACKS_ALONE) / ALONE ? [{ commit, score }] : [];
      })
      .toSorted((a, b) => b.score - a.score);
  });
  const suitors = bestByCommit(scores, settled);
  const backings = scores.map((scored, at): Backing => {
    if (settled[at] !== null) return { commits: [], by: null };
    const best = scored[0]?.score ?? 0;
    const near = scored.filter(({ score }) => score >= BACKS && score >= NEAR * best);
    const alone = near.length > 0 ? near : chosenAlone(at, withoutKin(scored, commits), suitors);
    const found = alone.length > 0 ? alone : chosenByName(entryTexts, at, texts);
    return { commits: found.slice(0, MAX_COMMITS).map(({ commit }) => commit), by: 'words' };
  });
  return { backings, alsoTold: toldOf(scores) };
}

/** A merge and what it brings say the same: of them, the one that says it best. */
function withoutKin(scored: readonly Scored[], commits: readonly MatchCommit[]): readonly Scored[] {
  const best = commits[scored[0]?.commit ?? -1];
  if (best === undefined) return scored;
  const kin = ({ sha, brings }: MatchCommit): boolean =>
    best.brings.includes(sha) || brings.includes(best.sha);
  return scored.filter(({ commit }) => {
    const other = commits[commit];
    return other === undefined || !kin(other);
  });
}

/** The commit that stands out for the entry, where no other entry comes near for that commit. */
function chosenAlone(
  at: number,
  scored: readonly Scored[],
  suitors: ReadonlyMap<number, readonly { readonly entry: number; readonly score: number }[]>,
): readonly Scored[] {
  const [best, second] = scored;
  if (best === undefined || best.score < BACKS_ALONE) return [];
  if (second !== undefined && second.score * ALONE > best.score) return [];
  const rival = suitors.get(best.commit)?.find(({ entry }) => entry !== at);
  return rival === undefined || rival.score * ALONE <= best.score ? [best] : [];
}

/** The only commit whose title gives a name of the code that only this entry gives. */
function chosenByName(
  entries: readonly EntryText[],
  at: number,
  texts: readonly CommitText[],
): readonly Scored[] {
  const own = entries[at];
  if (own === undefined) return [];
  const names = [...own.words.names].filter(
    (name) =>
      name.length >= LEAST_NAME &&
      entries.filter(({ words }) => words.names.has(name)).length === 1,
  );
  for (const name of names) {
    const giving = texts.flatMap(({ titles }, commit) =>
      titles.some((title) => title.names.has(name)) ? [commit] : [],
    );
    const [commit] = giving;
    const text = texts[commit ?? -1];
    if (giving.length !== 1 || commit === undefined || text === undefined) continue;
    if (!directionsDeny(own.direction, text.direction) && !stepsDeny(own.step, text.step))
      return [{ commit, score: BACKS_ALONE }];
  }
  return [];
}

/** For each commit the entries that want it, the best first; a commit that stronger evidence gave away has one at 1. */
function bestByCommit(
  scores: readonly (readonly Scored[])[],
  settled: readonly (Backing | null)[],
): ReadonlyMap<number, readonly { readonly entry: number; readonly score: number }[]> {
  const byCommit = new Map<number, { entry: number; score: number }[]>();
  const add = (commit: number, entry: number, score: number): void => {
    const all = byCommit.get(commit) ?? [];
    all.push({ entry, score });
    byCommit.set(commit, all);
  };
  scores.forEach((scored, entry) => {
    for (const { commit, score } of scored) add(commit, entry, score);
  });
  settled.forEach((backing, entry) => {
    for (const commit of backing?.commits ?? []) add(commit, entry, 1);
  });
  for (const all of byCommit.values()) all.sort((a, b) => b.score - a.score);
  return byCommit;
}

function toldOf(scores: readonly (readonly Scored[])[]): ReadonlySet<number> {
  return new Set(
    scores.flatMap((scored) => {
      const least = Math.max(TOLD, NEAR * (scored[0]?.score ?? 0));
      return scored.filter(({ score }) => score >= least).map(({ commit }) => commit);
    }),
  );
}

/** Commits that share a word with an entry which is not in every commit. */
function candidateIndex(texts: readonly CommitText[]): (entry: EntryText) => readonly number[] {
  const byKey = new Map<string, number[]>();
  texts.forEach(({ titles, body, paths }, at) => {
    for (const key of new Set([...titles.flatMap(keysOf), ...keysOf(body), ...paths])) {
      const known = byKey.get(key) ?? [];
      known.push(at);
      byKey.set(key, known);
    }
  });
  const most = Math.max(60, texts.length / 10);
  return (entry) => {
    const found = keysOf(entry.words).map((key) => byKey.get(key) ?? []);
    return [...new Set(found.filter(({ length }) => length <= most).flat())];
  };
}
