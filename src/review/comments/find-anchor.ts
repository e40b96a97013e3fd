/**
 * Where a comment stands in a later state of its file. Pure.
 *
 * **Invariant:** it is never put on lines that read otherwise than those commented on, but for blanks; where more than one
 * place would do and nothing tells them apart, it is stale.
 */
import type { Anchor, CommentPlace } from '../../words/review/line-comment.ts';

// Which line of one text is which of another: the shortest way from the one to the other (Myers). Pure.

/** Steps of that way; past them the texts are as good as different ones. */
const MOST_STEPS = 1_000;

interface LineMap {
  /** For each old line its place now, from 0; -1: it is not there any more, or could be more than one of them. */
  readonly certain: readonly number[];
  /** Lines of now that were there before, one way or the other. */
  readonly kept: ReadonlySet<number>;
}

/** `null`: too much has changed to say. */
function mapBothWays(old: readonly string[], now: readonly string[]): LineMap | null {
  const down = mapLines(old, now);
  const turned = mapLines(old.toReversed(), now.toReversed());
  if (down === null || turned === null) return null;
  // Of lines that are repeated the one way takes the first that will do, the other the last.
  const up = turned.toReversed().map((at) => (at === -1 ? -1 : now.length - 1 - at));
  const certain = down.map((at, index) => (at === up[index] ? at : -1));
  return { certain, kept: new Set([...down, ...up]) };
}

/** For each line of `old` its place in `now`, by one of several ways where there are several. */
export function mapLines(old: readonly string[], now: readonly string[]): readonly number[] | null {
  const least = Math.min(old.length, now.length);
  let head = 0;
  while (head < least && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < least - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const inner = mapInner(old.slice(head, old.length - tail), now.slice(head, now.length - tail));
  if (inner === null) return null;
  return [
    ...Array.from({ length: head }, (_, index) => index),
    ...inner.map((at) => (at === -1 ? -1 : at + head)),
    ...Array.from({ length: tail }, (_, index) => now.length - tail + index),
  ];
}

function mapInner(old: readonly string[], now: readonly string[]): number[] | null {
  const map = old.map(() => -1);
  if (old.length === 0 || now.length === 0) return map;
  const trail = reachEnd(old, now);
  if (trail === null) return null;
  let [x, y] = [old.length, now.length];
  for (let steps = trail.length - 1; steps >= 0 && (x > 0 || y > 0); steps -= 1) {
    const before = trail[steps - 1];
    const diagonal = x - y;
    const down = before === undefined || comesDown(before, { steps, diagonal });
    const left = down ? diagonal + 1 : diagonal - 1;
    const startX = before === undefined ? 0 : (before[left + steps - 1] ?? 0);
    const startY = before === undefined ? 0 : startX - left;
    const [slideX, slideY] =
      before === undefined ? [0, 0] : down ? [startX, startY + 1] : [startX + 1, startY];
    while (x > slideX && y > slideY) {
      x -= 1;
      y -= 1;
      map[x] = y;
    }
    [x, y] = [startX, startY];
  }
  return map;
}

/** Of each number of steps how far each diagonal came: `furthest[diagonal + steps]`. */
function reachEnd(old: readonly string[], now: readonly string[]): readonly Int32Array[] | null {
  const trail: Int32Array[] = [];
  for (let steps = 0; steps <= MOST_STEPS; steps += 1) {
    const before = trail[steps - 1];
    const furthest = new Int32Array(2 * steps + 1);
    trail.push(furthest);
    for (let diagonal = -steps; diagonal <= steps; diagonal += 2) {
      let x = startOf(before, { steps, diagonal });
      let y = x - diagonal;
      while (x < old.length && y < now.length && old[x] === now[y]) {
        x += 1;
        y += 1;
      }
      furthest[diagonal + steps] = x;
      if (x >= old.length && y >= now.length) return trail;
    }
  }
  return null;
}

interface At {
  readonly steps: number;
  readonly diagonal: number;
}

function startOf(before: Int32Array | undefined, at: At): number {
  if (before === undefined) return 0;
  const { steps, diagonal } = at;
  return comesDown(before, at)
    ? (before[diagonal + steps] ?? 0)
    : (before[diagonal + steps - 2] ?? 0) + 1;
}

/** Whether a line was put in to get here, and none taken out. */
function comesDown(before: Int32Array, { steps, diagonal }: At): boolean {
  if (diagonal === -steps) return true;
  if (diagonal === steps) return false;
  return (before[diagonal + steps - 2] ?? -1) < (before[diagonal + steps] ?? -1);
}

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
