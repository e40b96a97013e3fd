/**
 * How well words tie an entry to a commit, 0 to 1. A word weighs as much as it is rare among the commits of the
 * range, so that what every commit says ties nothing. Pure.
 */
import type { ChangelogEntry } from '../../domain/changelog.ts';
import { directionOf, directionsDeny, oppositeWords, type Direction } from './change-direction.ts';
import { bodyText, changeTitle, description } from './commit-text.ts';
import { pathWords, wordsOf, type Words } from './entry-words.ts';
import type { MatchCommit } from './match-entries.ts';
import { isCommonStem } from './word-forms.ts';

export interface EntryText {
  readonly words: Words;
  readonly first: Words;
  readonly direction: Direction;
}

export interface CommitText {
  readonly title: Words;
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
const IN_PATH = 0.6;
/** Honest notes explain; a word of prose that no commit of the range has is forgiven by half. */
const PROSE = 0.5;
const NOTHING: WordScore = { score: 0, told: 0, held: 0 };

export function entryText(entry: ChangelogEntry): EntryText {
  const first = /^.{12,}?[.!?:](?=\s|$)/.exec(entry.text)?.[0] ?? entry.text;
  return {
    words: wordsOf(entry.text),
    first: wordsOf(first),
    direction: directionOf(description(entry.text), entry.section),
  };
}

export function commitText(commit: MatchCommit): CommitText {
  const title = changeTitle(commit);
  const paths = new Set<string>();
  for (const path of commit.allFiles.slice(0, MAX_PATHS)) {
    for (const word of pathWords(path)) paths.add(word);
  }
  return {
    title: wordsOf(`${commit.scope ?? ''} ${description(title)}`),
    body: wordsOf(bodyText(commit)),
    paths,
    direction: directionOf(description(title), commit.type),
  };
}

/** What each word weighs among these commits. */
export class WordWeights {
  private readonly counts = new Map<string, number>();
  private readonly commits: number;

  constructor(texts: readonly CommitText[]) {
    this.commits = Math.max(LEAST_COMMITS, texts.length);
    for (const { title, body } of texts) {
      for (const word of new Set([...keys(title), ...keys(body)])) {
        this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
      }
    }
  }

  /** `key` is a stem, or a name with `name:` before it. */
  of(key: string): number {
    const count = this.counts.get(key) ?? 0;
    const rare = Math.log((this.commits + 1) / (Math.max(1, count) + 0.5));
    if (key.startsWith('name:')) return NAME * rare;
    return (isCommonStem(key) ? COMMON : 1) * rare;
  }

  known(key: string): boolean {
    return this.counts.has(key);
  }
}

export function scoreWords(entry: EntryText, commit: CommitText, weights: WordWeights): WordScore {
  if (directionsDeny(entry.direction, commit.direction)) return NOTHING;
  const told = share(commit.title, (key) => (has(entry.words, key) ? 1 : 0), weights);
  const held = Math.max(heldBy(entry.first, commit, weights), heldBy(entry.words, commit, weights));
  const evidence = sharedWeight(entry.words, commit, weights);
  const enough = Math.min(1, evidence / (1.6 * Math.log(LEAST_COMMITS)));
  const denied = oppositeWords(entry.words.stems, commit.title.stems) ? 0.5 : 1;
  return { score: denied * enough * (0.45 * told + 0.55 * held), told, held };
}

function heldBy(words: Words, commit: CommitText, weights: WordWeights): number {
  let all = 0;
  let found = 0;
  for (const key of keys(words)) {
    const weight = weights.of(key);
    const place = placeOf(key, commit);
    all += place === 0 && !weights.known(key) && !key.startsWith('name:') ? PROSE * weight : weight;
    found += place * weight;
  }
  return all === 0 ? 0 : found / all;
}

function placeOf(key: string, commit: CommitText): number {
  if (has(commit.title, key)) return 1;
  if (has(commit.body, key)) return IN_BODY;
  return commit.paths.has(key) ? IN_PATH : 0;
}

function share(words: Words, found: (key: string) => number, weights: WordWeights): number {
  let all = 0;
  let shared = 0;
  for (const key of keys(words)) {
    const weight = weights.of(key);
    all += weight;
    shared += weight * found(key);
  }
  return all === 0 ? 0 : shared / all;
}

function sharedWeight(words: Words, commit: CommitText, weights: WordWeights): number {
  let sum = 0;
  for (const key of keys(words)) sum += placeOf(key, commit) * weights.of(key);
  return sum;
}

function has(words: Words, key: string): boolean {
  return key.startsWith('name:') ? words.names.has(key.slice(5)) : words.stems.has(key);
}

function keys(words: Words): readonly string[] {
  return [...words.stems, ...Array.from(words.names, (name) => `name:${name}`)];
}
