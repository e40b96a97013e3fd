/**
 * Where a comment stands in a later state of its file. Pure.
 *
 * **Invariant:** it is never put on lines that read otherwise than those commented on, but for blanks; where more than one
 * place would do and nothing tells them apart, it is stale.
 */
import type { Anchor, CommentPlace } from '../../words/review/line-comment.ts';
import { mapBothWays, type LineMap } from './line-map.ts';

export interface FileThen {
  readonly path: string;
  readonly lines: readonly string[];
}

export interface AnchorQuestion {
  readonly place: CommentPlace;
  /** As it was commented on, without line ends; `null`: that state is not there any more, and the snippet has to do. */
  readonly seen: readonly string[] | null;
  /** The same file now, however it is called; `null`: it is gone. */
  readonly now: FileThen | null;
}

export function findAnchor({ place, seen, now }: AnchorQuestion): Anchor {
  if (now === null) return { kind: 'stale' };
  const at = placeNow(place, seen, now.lines);
  if (at === null) return { kind: 'stale' };
  const snippet = place.snippet.split('\n');
  if (at + 1 === place.from && now.path === place.path && reads(now.lines, at, snippet))
    return { kind: 'same' };
  return { kind: 'moved', path: now.path, from: at + 1, to: at + snippet.length };
}

/** First letter by letter, then but for blanks. */
function placeNow(
  place: CommentPlace,
  seen: readonly string[] | null,
  now: readonly string[],
): number | null {
  for (const fold of [asItIs, withoutBlanks]) {
    const texts = textsOf(place, { seen, now, fold });
    const map = texts.seen === null ? null : mapBothWays(texts.seen, texts.now);
    const at = map === null ? atOldPlace(texts) : carriedOver(texts, map);
    const wherever = at ?? found(texts, map);
    if (wherever !== null) return wherever;
  }
  return null;
}

/** Lines as they are compared. */
interface Texts {
  /** From 0. */
  readonly from: number;
  readonly snippet: readonly string[];
  /** Outwards: the nearest first. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  readonly seen: readonly string[] | null;
  readonly now: readonly string[];
}

function textsOf(
  place: CommentPlace,
  { seen, now, fold }: Pick<Texts, 'seen' | 'now'> & { readonly fold: (line: string) => string },
): Texts {
  const from = place.from - 1;
  const snippet = place.snippet.split('\n').map(fold);
  const old = seen?.map(fold) ?? null;
  return {
    from,
    snippet,
    above: place.before.toReversed().map(fold),
    below: place.after.map(fold),
    seen: old !== null && reads(old, from, snippet) ? old : null,
    now: now.map(fold),
  };
}

/** By what changed around it: the only way that holds where lines are repeated. */
function carriedOver(texts: Texts, { certain }: LineMap): number | null {
  const { from, snippet, now } = texts;
  const seen = texts.seen ?? [];
  const first = certain[from] ?? -1;
  const whole = snippet.every((_, index) => certain[from + index] === first + index);
  if (first === -1 || !whole) return null;
  const asBefore = reads(now, 0, seen.slice(0, from + snippet.length));
  const asAfter = now.length - first === seen.length - from && reads(now, first, seen.slice(from));
  if (asBefore || asAfter) return first;
  // If one of several occurrences was removed, it is not known which one.
  const [old, present] = [occurrences(seen, snippet), occurrences(now, snippet)];
  const sameOne = old.length === present.length && old.indexOf(from) === present.indexOf(first);
  return sameOne ? first : null;
}

function occurrences(lines: readonly string[], wanted: readonly string[]): readonly number[] {
  return [...lines.keys()].filter((at) => reads(lines, at, wanted));
}

/** Without the state that was seen: the very lines where they were, between the same ones. */
function atOldPlace(texts: Texts): number | null {
  const { from, snippet, above, below, now } = texts;
  if (!reads(now, from, snippet)) return null;
  return nextTo(texts, from) === above.length + below.length ? from : null;
}

/**
 * Somewhere else: what stands around it, or what it says, has to make it certain that these are the lines. Where it is
 * known what each line was before (`map`), only lines that are new come into question.
 */
function found(texts: Texts, map: LineMap | null): number | null {
  const { from, snippet, above, below, now } = texts;
  const places: { readonly at: number; readonly score: number }[] = [];
  for (let at = 0; at + snippet.length <= now.length; at += 1) {
    if (!reads(now, at, snippet)) continue;
    if (snippet.some((_, index) => map?.kept.has(at + index) === true)) continue;
    places.push({ at, score: nextTo(texts, at) });
  }
  const [best, next] = places.toSorted(
    (a, b) => b.score - a.score || Math.abs(a.at - from) - Math.abs(b.at - from),
  );
  if (best === undefined || (next !== undefined && next.score === best.score)) return null;
  const betweenTheSame = best.score * 2 > above.length + below.length;
  const unmistakable =
    next === undefined && weight(snippet) >= UNMISTAKABLE && (map !== null || best.score > 0);
  return betweenTheSame || unmistakable ? best.at : null;
}

/** Letters and digits from which on a text is hardly there twice by chance. */
const UNMISTAKABLE = 12;

function weight(lines: readonly string[]): number {
  return lines.join('').replace(/[^\p{L}\p{N}]/gu, '').length;
}

/** How many lines above and below, counted outwards, are those that were there. */
function nextTo({ above, below, snippet, now }: Texts, at: number): number {
  const up = above.findIndex((line, index) => line !== now[at - 1 - index]);
  const down = below.findIndex((line, index) => line !== now[at + snippet.length + index]);
  return (up === -1 ? above.length : up) + (down === -1 ? below.length : down);
}

function reads(lines: readonly string[], at: number, wanted: readonly string[]): boolean {
  return wanted.every((line, index) => lines[at + index] === line);
}

function asItIs(line: string): string {
  return line;
}

/** Code that was only set in deeper says the same. */
function withoutBlanks(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}
