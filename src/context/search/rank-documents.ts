/** Which documents answer a question, and in which order. Pure. */
import {
  findPrefixed,
  findSlips,
  termNumber,
  type Dictionary,
  type MeantTerm,
} from './find-terms.ts';
import type { SearchWords } from './read-query.ts';
import { readPostings, type IndexedDocument, type Segment } from './segment.ts';

export interface RankPart {
  readonly segment: Segment;
  /** By document; 1: it is gone. */
  readonly gone: Uint8Array;
  /** Made when it is needed. */
  readonly dictionary: () => Dictionary;
}

export interface RankedDocument {
  readonly document: IndexedDocument;
  readonly score: number;
}

export interface Ranking {
  /** The best first; of those that answer equally well, the newest. */
  readonly ranked: readonly RankedDocument[];
  /** Matched terms, with how near each is to the query, for callers that highlight them. */
  readonly meant: ReadonlyMap<string, number>;
}

/** How fast more of the same word adds less, and how much longer documents lose by their length. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.6;
const TITLE_BOOST = 2.5;
/** Scores nearer than that are equal, and the newer one comes first. */
const EQUAL = 0.05;

export function rankDocuments(
  parts: readonly RankPart[],
  words: SearchWords,
  accepts: (document: IndexedDocument) => boolean,
): Ranking {
  const boards = parts.map(openBoard);
  const meant = new Map<string, number>();
  const facts = factsOf(parts);
  for (const [bit, word] of words.needed.entries()) {
    const terms = meaningsOf(parts, word);
    countTerms(parts, terms, facts);
    for (const [index, part] of parts.entries()) {
      for (const { term, weight } of terms[index] ?? []) {
        const name = part.segment.terms[term] ?? '';
        meant.set(name, Math.max(weight, meant.get(name) ?? 0));
      }
      score({ part, board: boards[index], terms: terms[index] ?? [], bit, facts });
    }
  }
  for (const word of words.welcome) {
    meant.set(word, 1);
    const terms = parts.map(({ segment }) => {
      const term = termNumber(segment, word);
      return term === -1 ? [] : [{ term, weight: 1 }];
    });
    countTerms(parts, terms, facts);
    for (const [index, part] of parts.entries())
      score({ part, board: boards[index], terms: terms[index] ?? [], bit: null, facts });
  }
  return { ranked: collect(parts, boards, accepts), meant };
}

interface Board {
  readonly scores: Float32Array;
  /** Which of the words each document has. */
  readonly masks: Int32Array;
  /** What the word that is looked at now adds. */
  readonly current: Float32Array;
  readonly touched: number[];
}

function openBoard({ segment: { documents } }: RankPart): Board {
  const { length } = documents;
  return {
    scores: new Float32Array(length),
    masks: new Int32Array(length),
    current: new Float32Array(length),
    touched: [],
  };
}

interface Facts {
  readonly documents: number;
  readonly words: number;
  /** Of each term, over all parts. */
  readonly counts: Map<string, number>;
}

function factsOf(parts: readonly RankPart[]): Facts {
  let [documents, words] = [0, 0];
  for (const { segment } of parts) {
    documents += segment.documents.length;
    for (const one of segment.documents) words += one.words;
  }
  return { documents, words: words / Math.max(1, documents), counts: new Map() };
}

/** In each part. Slips only of a word that stands and begins nowhere. */
function meaningsOf(parts: readonly RankPart[], word: string): readonly (readonly MeantTerm[])[] {
  const prefixed = parts.map(({ segment }) => findPrefixed(segment, word));
  if (prefixed.some((terms) => terms.length > 0)) return prefixed;
  return parts.map(({ dictionary }) => findSlips(dictionary(), word));
}

function countTerms(
  parts: readonly RankPart[],
  terms: readonly (readonly MeantTerm[])[],
  { counts }: Facts,
): void {
  const names = new Set<string>();
  for (const [index, { segment }] of parts.entries())
    for (const { term } of terms[index] ?? []) names.add(segment.terms[term] ?? '');
  for (const name of names) {
    if (counts.has(name)) continue;
    const sum = parts.reduce((total, { segment }) => {
      const term = termNumber(segment, name);
      return total + (term === -1 ? 0 : (segment.counts[term] ?? 0));
    }, 0);
    counts.set(name, sum);
  }
}

interface Scoring {
  readonly part: RankPart;
  readonly board: Board | undefined;
  readonly terms: readonly MeantTerm[];
  /** The bit of the word in the mask; `null`: the word is optional and only adds to the score. */
  readonly bit: number | null;
  readonly facts: Facts;
}

function score({ part: { segment }, board, terms, bit, facts }: Scoring): void {
  if (board === undefined) return;
  const { scores, masks, current, touched } = board;
  for (const { term, weight } of terms) {
    const count = facts.counts.get(segment.terms[term] ?? '') ?? 1;
    const rarity = Math.log(1 + (facts.documents - count + 0.5) / (count + 0.5));
    readPostings(segment, term, (number, code) => {
      const words = segment.documents[number]?.words ?? 0;
      const often = code >> 1;
      const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * words) / Math.max(1, facts.words);
      const share = (often * (SATURATION + 1)) / (often + SATURATION * length);
      const value = weight * rarity * share * ((code & 1) === 1 ? TITLE_BOOST : 1);
      const before = current[number] ?? 0;
      if (before === 0) touched.push(number);
      if (value > before) current[number] = value;
    });
  }
  for (const number of touched) {
    scores[number] = (scores[number] ?? 0) + (current[number] ?? 0);
    if (bit !== null) masks[number] = (masks[number] ?? 0) | (1 << bit);
    current[number] = 0;
  }
  touched.length = 0;
}

/** Those that have every word; when there are none, those that have the most. */
function collect(
  parts: readonly RankPart[],
  boards: readonly Board[],
  accepts: (document: IndexedDocument) => boolean,
): readonly RankedDocument[] {
  let most = 1;
  let found: RankedDocument[] = [];
  for (const [index, { segment, gone }] of parts.entries()) {
    const board = boards[index];
    for (const [number, document] of segment.documents.entries()) {
      const has = bitsOf(board?.masks[number] ?? 0);
      if (has < most || gone[number] === 1 || !accepts(document)) continue;
      if (has > most) found = [];
      most = has;
      found.push({ document, score: board?.scores[number] ?? 0 });
    }
  }
  return found.toSorted(
    (a, b) =>
      Math.round(b.score / EQUAL) - Math.round(a.score / EQUAL) ||
      compareTexts(b.document.at, a.document.at) ||
      compareTexts(a.document.id, b.document.id),
  );
}

function bitsOf(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
