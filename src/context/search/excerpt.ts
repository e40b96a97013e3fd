/** One line of a text around the place where most of what was asked for stands together. Pure. */
import { stripControls } from '../../words/text.ts';
import { MOST_TEXT } from './segment.ts';
import { splitWords } from './split-words.ts';

export interface Excerpt {
  /** One line without controls. */
  readonly text: string;
  /** Where in it words of the question stand, [from, to). */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

const MOST_CHARACTERS = 180;
const BEFORE = 50;
/** Places of a text that are compared. */
const MOST_PLACES = 2_000;

/** @param meant terms with how near they are to what was asked */
export function excerptOf(text: string, meant: ReadonlyMap<string, number>): Excerpt {
  const flat = stripControls(text.slice(0, MOST_TEXT)).replace(/\s+/g, ' ').trim();
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
