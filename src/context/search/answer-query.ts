/** A question, answered from an index: what was found, with a line of each, and what else might have been meant. */
import { oneLine, stripControls } from '../../words/text.ts';
import type { SearchAnswer, SearchHit, SearchQuery, SearchSource } from './contract.ts';
import { findSlips } from './find-terms.ts';
import type { LiveIndex } from './live-index.ts';
import { rankDocuments, type RankPart, type RankedDocument } from './rank-documents.ts';
import { MOST_HITS, readSearchWords, type SearchWords } from './read-query.ts';
import { type IndexedDocument, MOST_TEXT } from './segment.ts';
import { splitWords } from './split-words.ts';

const MOST_CHARACTERS = 180;
const BEFORE = 50;

/** Places of a text that are compared. */
const MOST_PLACES = 2_000;

/** Reads the texts of the hits from where they are; never throws for what is gone. */
export async function answerQuery(
  index: LiveIndex,
  query: SearchQuery,
  sources: readonly SearchSource[],
): Promise<SearchAnswer> {
  const words = readSearchWords(query.words);
  const parts = index.parts();
  const accepts = (one: IndexedDocument): boolean => isAskedFor(one, query);
  const { ranked, meant } = rankDocuments(parts, words, accepts);
  const limit = Math.max(1, Math.min(MOST_HITS, query.limit));
  const hits = await Promise.all(
    ranked.slice(0, limit).map((one) => hitOf(one, { sources, meant })),
  );
  return {
    hits,
    total: ranked.length,
    documents: index.size(),
    missing: index
      .gaps()
      .filter(({ kind }) => query.kinds.length === 0 || query.kinds.includes(kind)),
    suggestion: ranked.length === 0 ? suggest(parts, words, accepts) : null,
  };
}

function isAskedFor(document: IndexedDocument, { kinds, routine, from, to }: SearchQuery): boolean {
  return (
    document.words > 0 &&
    (kinds.length === 0 || kinds.includes(document.kind)) &&
    (routine === null || document.routine === routine) &&
    (from === null || document.at >= from) &&
    (to === null || document.at < to)
  );
}

interface Frame {
  readonly sources: readonly SearchSource[];
  readonly meant: ReadonlyMap<string, number>;
}

async function hitOf({ document, score }: RankedDocument, frame: Frame): Promise<SearchHit> {
  const { kind, id, title, at, routine, label } = document;
  const source = frame.sources.find(({ kinds }) => kinds.includes(kind));
  const text = await source?.text({ kind, id }).catch(() => null);
  const excerpt = excerptOf(text ?? '', frame.meant);
  return {
    kind,
    id,
    title: oneLine(title, 200),
    at,
    routine,
    label,
    excerpt: excerpt.text,
    marks: excerpt.marks,
    score: Math.round(score * 1_000) / 1_000,
  };
}

/** Each word that stands nowhere gives way to the nearest that does; `null` when one of them has none, or they find nothing. */
function suggest(
  parts: readonly RankPart[],
  { needed }: SearchWords,
  accepts: (document: IndexedDocument) => boolean,
): string | null {
  const meant = needed.map((word) => nearest(parts, word));
  if (meant.length === 0 || meant.some((word) => word === null)) return null;
  const text = meant.join(' ');
  if (text === needed.join(' ')) return null;
  return rankDocuments(parts, readSearchWords(text), accepts).ranked.length > 0 ? text : null;
}

const FAR = 3;

/** Of a short word little would be left: "todo" does not mean "to". */
const LETTERS_A_SLIP = 3;

function nearest(parts: readonly RankPart[], word: string): string | null {
  const most = Math.min(FAR, Math.floor(word.length / LETTERS_A_SLIP));
  for (let distance = 0; distance <= most; distance += 1) {
    for (const { segment, dictionary } of parts) {
      const [found] = findSlips(dictionary(), word, distance);
      if (found !== undefined) return segment.terms[found.term] ?? null;
    }
  }
  return null;
}

/** One line of a text around the place where most of what was asked for stands together. Pure. */
interface Excerpt {
  /** One line without controls. */
  readonly text: string;
  /** Where in it words of the question stand, [from, to). */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** @param meant terms with how near they are to what was asked */
function excerptOf(text: string, meant: ReadonlyMap<string, number>): Excerpt {
  const flat = withoutMarkup(stripControls(text.slice(0, MOST_TEXT)))
    .replace(/\s+/g, ' ')
    .trim();
  const places = placesOf(flat, meant);
  const from = startOf(flat, places);
  const to = endOf(flat, from);
  const before = from > 0 ? '…' : '';
  const shift = before.length - from;
  return {
    text: `${before}${flat.slice(from, to)}${to < flat.length ? '…' : ''}`,
    marks: places
      .filter((place) => place.from >= from && place.to <= to)
      .map((place) => [place.from + shift, place.to + shift] as const),
  };
}

/**
 * Markdown as words: without fences, headings, bold, code, frames of tables, addresses and escapes. Not parsed: texts of sessions
 * are none, and a person waits for twenty of them.
 */
function withoutMarkup(text: string): string {
  return text
    .replace(/^ {0,3}(?:```|~~~).*$/gm, '')
    .replace(/^ {0,3}#{1,6} /gm, '')
    .replace(/^[ \t:|-]+$/gm, '')
    .replace(/^ {0,3}\|/gm, '')
    .replace(/\|[ \t]{0,3}$/gm, '')
    .replace(/ \| /g, ' · ')
    .replace(/\[([^[\]\n]{1,200})\]\([^()\s]{1,2000}\)/g, '$1')
    .replace(/(^|[\s(])\*\*([^\s*][^*\n]{0,500})\*\*(?=[\s).,:;!?]|$)/gm, '$1$2')
    .replace(/`([^`\n]{1,300})`/g, '$1')
    .replace(/\\([!-/:-@[-`{-~])/g, '$1');
}

interface Place {
  readonly from: number;
  readonly to: number;
  readonly term: string;
  readonly weight: number;
}

function placesOf(text: string, meant: ReadonlyMap<string, number>): readonly Place[] {
  const places: Place[] = [];
  for (const { from, to, whole, parts } of splitWords(text)) {
    const terms = whole === null ? parts : [whole, ...parts];
    const term = terms
      .filter((one) => meant.has(one))
      .toSorted((a, b) => (meant.get(b) ?? 0) - (meant.get(a) ?? 0))[0];
    if (term === undefined) continue;
    places.push({
      from,
      to: Math.min(to, from + MOST_CHARACTERS),
      term,
      weight: meant.get(term) ?? 0,
    });
    if (places.length >= MOST_PLACES) break;
  }
  return places;
}

/** Before the place from which on the most different words stand within one line. */
function startOf(text: string, places: readonly Place[]): number {
  let best = 0;
  let start = 0;
  for (const [index, place] of places.entries()) {
    const seen = new Map<string, number>();
    for (let next = index; next < places.length && next < index + 30; next += 1) {
      const other = places[next];
      if (other === undefined || other.to > place.from + MOST_CHARACTERS - BEFORE) break;
      seen.set(other.term, other.weight);
    }
    const sum = [...seen.values()].reduce((total, weight) => total + weight, 0);
    if (sum > best) [best, start] = [sum, place.from];
  }
  if (start <= BEFORE) return 0;
  const blank = text.indexOf(' ', start - BEFORE);
  return blank === -1 || blank >= start ? safeCut(text, start) : blank + 1;
}

function endOf(text: string, from: number): number {
  const most = from + MOST_CHARACTERS;
  if (most >= text.length) return text.length;
  const blank = text.lastIndexOf(' ', most);
  return blank > from + MOST_CHARACTERS / 2 ? blank : safeCut(text, most);
}

/** Never between the halves of one character. */
function safeCut(text: string, at: number): number {
  return /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
