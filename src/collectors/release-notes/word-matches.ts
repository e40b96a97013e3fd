/**
 * How well words tie an entry to a commit, 0 to 1. A word weighs as much as it is rare among the commits of the
 * range, so that what every commit says ties nothing. Pure.
 */
import type { ChangelogEntry } from '../../words/changelog.ts';
import {
  commitDirection,
  directionsDeny,
  entryDirection,
  oppositeWords,
  type Direction,
} from './change-direction.ts';
import type { MatchCommit } from './contract.ts';
import { dependencyStep, stepsDeny, type DependencyStep } from './dependency-changes.ts';
import { keysOf, pathWords, wordKeys, wordsOf, type Words } from './entry-words.ts';
import { bodyText, branchName, changeTitle, description, squashedTitles } from './message-parts.ts';
import { isCommonStem } from './word-forms.ts';

export interface EntryText {
  readonly step: DependencyStep | null;
  readonly words: Words;
  readonly first: Words;
  readonly direction: Direction;
}

export interface CommitText {
  readonly step: DependencyStep | null;
  /** What the change calls itself; of a squash also each of the messages that it joins. */
  readonly titles: readonly Words[];
  readonly body: Words;
  readonly paths: ReadonlySet<string>;
  readonly direction: Direction;
}

export interface WordScore {
  readonly score: number;
  /** How much of the title's weight the entry holds. */
  readonly told: number;
  /** How much of the entry's weight the commit holds. */
  readonly held: number;
}

/** Fewer commits than this say little of how common a word is. */
const LEAST_COMMITS = 40;
const MAX_PATHS = 60;
const NAME = 1.4;
const COMMON = 0.25;
const IN_BODY = 0.75;
/** In the body of a squash, where each line tells of another change. */
const IN_LIST = 0.3;
const IN_PATH = 0.6;
/** Honest notes explain; a word of prose that no commit of the range has is forgiven by half. */
const PROSE = 0.5;
/** About two rare words. */
const LEAST_EVIDENCE = 1.6 * Math.log(LEAST_COMMITS);
const NOTHING: WordScore = { score: 0, told: 0, held: 0 };

export function entryText(entry: ChangelogEntry): EntryText {
  const first = /^.{12,}?[.!?:](?=\s|$)/.exec(entry.text)?.[0] ?? entry.text;
  return {
    words: wordsOf(entry.text),
    first: wordsOf(first),
    direction: entryDirection(entry),
    step: dependencyStep(entry.text),
  };
}

export function commitText(commit: MatchCommit): CommitText {
  const title = changeTitle(commit);
  const paths = new Set<string>();
  for (const path of commit.allFiles.slice(0, MAX_PATHS)) {
    for (const word of pathWords(path)) paths.add(word);
  }
  return {
    titles: [
      wordsOf(`${commit.scope ?? ''} ${description(title)}`),
      ...squashedTitles(commit.body).map((line) => wordsOf(description(line))),
      // A merge may say more by its branch than by its title: `fix-transitive-paths`.
      wordsOf(commit.merge ? branchName(commit.subject).replaceAll(/[-_/]/g, ' ') : ''),
    ],
    body: wordsOf(bodyText(commit)),
    paths,
    direction: commitDirection(commit),
    step: dependencyStep(description(title)),
  };
}

/** What each word weighs among these commits. */
export class WordWeights {
  private readonly counts = new Map<string, number>();
  private readonly mentions = new Map<string, number>();
  private readonly commits: number;

  constructor(texts: readonly CommitText[], entries: readonly EntryText[]) {
    this.commits = Math.max(LEAST_COMMITS, texts.length + entries.length);
    for (const { words } of entries) {
      for (const word of keysOf(words)) this.mentions.set(word, (this.mentions.get(word) ?? 0) + 1);
    }
    for (const { titles, body, paths } of texts) {
      for (const word of new Set([...titles.flatMap(keysOf), ...keysOf(body), ...paths])) {
        this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
      }
    }
  }

  /** `key` is a stem, or a name with `name:` before it. */
  of(key: string): number {
    const told = Math.max(0, (this.mentions.get(key) ?? 0) - 1);
    const count = Math.max(1, (this.counts.get(key) ?? 0) + told);
    const rare = Math.log((this.commits + 1) / (count + 0.5));
    if (key.startsWith('name:')) return NAME * rare;
    return (isCommonStem(key) ? COMMON : 1) * rare;
  }

  known(key: string): boolean {
    return this.counts.has(key);
  }
}

export function formatScore(entry: EntryText, commit: CommitText, weights: WordWeights): WordScore {
  if (directionsDeny(entry.direction, commit.direction)) return NOTHING;
  if (stepsDeny(entry.step, commit.step)) return NOTHING;
  return commit.titles
    .map((title, index) => scoreTitle(entry, placesOf(commit, title, index === 0), weights))
    .reduce((best, score) => (score.score > best.score ? score : best), NOTHING);
}

/** Where a commit can hold a word. */
interface Places {
  readonly title: Words;
  readonly body: Words;
  readonly paths: ReadonlySet<string>;
  readonly inBody: number;
}

/** A message within a squash stands for itself: what the others say does not speak for it. */
function placesOf({ titles, body, paths }: CommitText, title: Words, whole: boolean): Places {
  return { title, body, paths, inBody: whole && titles.length < 4 ? IN_BODY : IN_LIST };
}

function scoreTitle(entry: EntryText, places: Places, weights: WordWeights): WordScore {
  const { title } = places;
  const told = share(title, (key) => (has(entry.words, key) ? 1 : 0), weights);
  const held = Math.max(heldBy(entry.first, places, weights), heldBy(entry.words, places, weights));
  const evidence = sharedWeight(entry.words, places, weights);
  const enough = Math.min(1, evidence / LEAST_EVIDENCE);
  const denied =
    oppositeWords(entry.words.stems, title.stems) || numbersDeny(entry.words, title) ? 0.5 : 1;
  const beside = told < 0.15 ? 0.6 : 1;
  return { score: beside * denied * enough * (0.45 * told + 0.55 * held), told, held };
}

/** Both name numbers, and none is the same: `Python 3.12` is not `Python 3.9`. */
function numbersDeny(one: Words, other: Words): boolean {
  const numbers = ({ stems }: Words): readonly string[] =>
    [...stems].filter((stem) => /^\d+(?:\.\d+)*$/.test(stem));
  const [mine, theirs] = [numbers(one), numbers(other)];
  return mine.length > 0 && theirs.length > 0 && !mine.some((number) => theirs.includes(number));
}

function heldBy(words: Words, places: Places, weights: WordWeights): number {
  let all = 0;
  let found = 0;
  for (const key of keysOf(words)) {
    const weight = weights.of(key);
    const place = placeOf(key, places);
    const forgiven = place === 0 && !weights.known(key) && !key.startsWith('name:');
    all += forgiven ? PROSE * weight : weight;
    found += place * weight;
  }
  return all === 0 ? 0 : found / all;
}

function placeOf(key: string, { title, body, paths, inBody }: Places): number {
  if (has(title, key)) return 1;
  if (has(body, key)) return inBody;
  return paths.has(key) ? Math.min(IN_PATH, inBody) : 0;
}

function share(words: Words, found: (key: string) => number, weights: WordWeights): number {
  let all = 0;
  let shared = 0;
  for (const key of keysOf(words)) {
    const weight = weights.of(key);
    all += weight;
    shared += weight * found(key);
  }
  return all === 0 ? 0 : shared / all;
}

function sharedWeight(words: Words, places: Places, weights: WordWeights): number {
  let sum = 0;
  for (const key of keysOf(words)) sum += placeOf(key, places) * weights.of(key);
  return sum;
}

function has(words: Words, key: string): boolean {
  return key.startsWith('name:') ? words.names.has(key.slice(5)) : words.stems.has(key);
}

/** Whether an entry and commits speak of the same thing. */
interface Agreement {
  /** Words and names of the entry that say something. */
  readonly keys: number;
  /** Those of them that the messages or the paths hold. */
  readonly said: number;
  /** Those that messages, paths or changed lines hold. */
  readonly held: number;
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
