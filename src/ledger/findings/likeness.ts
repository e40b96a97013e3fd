/**
 * How likely two findings with different fingerprints are the same one. Pure and deterministic.
 *
 * A finding that is taken for another one is worse than one told twice: it hides behind what a person decided on the other.
 * So numbers, ids and names that differ, opposites, and titles in which only one place was filled in otherwise
 * (`Retry in A has no end`, `Retry in B has no end`) always make two; and the bar is highest where least is known of the place.
 * test/fixtures/findings/pairs.jsonl has what the bars were chosen on, and what they are held to.
 */
import type { FindingLocation } from '../../words/finding.ts';
import type { EngineId } from '../../words/routine.ts';
import { normalizedTitle } from '../finding-fingerprint.ts';
import { fileName, placesOf, type Places } from './compared-places.ts';
import { areOpposed, saidWords, weightOf, type SaidWords } from './title-words.ts';
import { alike } from './word-index.ts';

/** One finding as it is compared; made once, compared often. */
export interface Likened {
  readonly fingerprint: string;
  readonly location: FindingLocation | null;
  readonly plainTitle: string;
  /** `todo` of `TODO: handle time zones`: which kind it is, and not which one. */
  readonly label: string;
  readonly title: SaidWords;
  readonly body: SaidWords | null;
}

/**
 * `fixed`: by a program that words the same thing the same, so that equal words are strong and different ones too.
 * `free`: by an author who may word it differently tomorrow.
 */
export type Wording = 'fixed' | 'free';

/**
 * How far apart the same thing may be: `place` when what was not reported may still be where it was, `file` when it had
 * been gone, `anywhere` when it is gone from where it was in this very run and so may have moved.
 */
export type Reach = 'place' | 'file' | 'anywhere';

/** The recipes of the built-in engine word the same thing the same; of other engines this is not known. */
export function wordingOf(engine: EngineId): Wording {
  return engine === 'builtin' ? 'fixed' : 'free';
}

export interface LikenessRules {
  readonly wording: Wording;
  readonly reach: Reach;
  /** Words that stand in many of the routine's findings: they tell little. */
  readonly common: ReadonlySet<string>;
  /** Must return what `plainOverlap` returns; a caller that compares many passes a faster one. */
  readonly overlap?: (a: SaidWords, b: SaidWords) => number;
}

/** What counts for findings that are in the same place, nearly there, in the same file, anywhere. */
const BARS = { place: 0.5, file: 0.62, nowhere: 0.62, half: 0.75, movedFile: 0.6 } as const;
/** Nothing says that what had been gone came back, but its words; or its id, which is enough. */
const LONG_GONE = { fixed: 0.15, free: 0.07 } as const;
const MOVED_LINES = 30;

export function likened(one: {
  readonly fingerprint: string;
  readonly title: string;
  readonly body: string;
  readonly location: FindingLocation | null;
}): Likened {
  const { fingerprint, title, body, location } = one;
  return {
    fingerprint,
    location,
    plainTitle: normalizedTitle(title),
    label: labelOf(title),
    title: saidWords(withoutLabel(title), location?.symbol ?? null),
    // Who gave a key of his own may fill bodies from a form, in which they are all alike.
    body: fingerprint.startsWith('made:') && body.trim() !== '' ? bodyWords(body) : null,
  };
}

/** Of a long text the first different words are enough. */
const MAX_BODY_WORDS = 60;

function bodyWords(body: string): SaidWords {
  const said = saidWords(body);
  return { ...said, words: [...new Set(said.words)].slice(0, MAX_BODY_WORDS) };
}

/** In front of a colon and a blank, and short. */
const LABEL = /^([^:\n]{1,80}):\s+(?=\S)/;

function labelOf(title: string): string {
  return normalizedTitle(LABEL.exec(title)?.[1] ?? '');
}

/** An id in front of a colon is not a label: it says which one. */
function withoutLabel(title: string): string {
  const label = LABEL.exec(title);
  if (label === null || /\d/.test(label[1] ?? '')) return title;
  return title.slice(label[0].length);
}

/** 0: two findings. Else how alike they are, above the bar of their places, at most 1. */
export function likeness(a: Likened, b: Likened, rules: LikenessRules): number {
  const place = placesOf(a.location, b.location);
  if (rules.reach === 'place' && place !== 'place' && place !== 'nowhere') return 0;
  if (place === 'elsewhere' && rules.reach !== 'anywhere') return returnedLikeness(a, b, rules);
  if (place === 'elsewhere') return movedLikeness(a, b, rules);
  if (rules.wording === 'fixed' && place === 'nowhere') return sameTitle(a, b) ? 1 : 0;
  if (sameTitle(a, b)) return titleLikeness(a, b, { place, rules });
  if (place === 'half' && rules.wording === 'fixed') return 0;
  // What costs least and rules out most comes first.
  const bar = BARS[place] + unsure(a, b) + goneBy(a, b, rules);
  const score = scoreOf(a, b, { rules, bar });
  if (score < bar || !formatShare(a, b) || mustDiffer(a, b, place)) return 0;
  const gap = haveSameIds(a, b) ? null : gapOf(a.title.words, b.title.words);
  return gap !== null && !mayFill(a, b, { place, rules, gap }) ? 0 : score;
}

/** Freely worded titles say the same of many places: in another function far away it is another finding. */
function titleLikeness(
  a: Likened,
  b: Likened,
  { place, rules }: { readonly place: Places; readonly rules: LikenessRules },
): number {
  if (place === 'half') return 0.9;
  if (place !== 'file' || rules.wording === 'fixed' || !symbolsDiffer(a, b)) return 1;
  const apart = Math.abs((a.location?.line ?? 0) - (b.location?.line ?? 0));
  return apart <= MOVED_LINES ? 0.9 : 0;
}

/** In another file, so it has to be the same in nearly everything else. */
function movedLikeness(a: Likened, b: Likened, rules: LikenessRules): number {
  if (a.location === null || b.location === null) return 0;
  const [one, other] = [a.location, b.location];
  const sameName = fileName(one.path) === fileName(other.path);
  const sameSymbol = one.symbol !== null && one.symbol === other.symbol;
  if (sameTitle(a, b)) {
    if (sameSymbol || (one.symbol === other.symbol && one.line === other.line)) return 1;
    if (sameName && one.symbol === other.symbol && Math.abs(one.line - other.line) <= MOVED_LINES)
      return 0.95;
    if (rules.wording === 'fixed') return sameName ? 0.9 : 0.85;
    return 0;
  }
  if (rules.wording === 'fixed' || !sameName || !sameSymbol || mustDiffer(a, b, 'place')) return 0;
  if (gapOf(a.title.words, b.title.words) !== null) return 0;
  const score = scoreOf(a, b, { rules, bar: BARS.movedFile });
  return score >= BARS.movedFile ? score * 0.9 : 0;
}

/** The finding had been gone, and its file may have been renamed since: only words that are not written twice count. */
function returnedLikeness(a: Likened, b: Likened, { wording, common }: LikenessRules): number {
  if (wording !== 'fixed' || !sameTitle(a, b)) return 0;
  const telling = a.title.words.filter((word) => weightOf(word, common) === 1);
  return new Set(telling).size >= 3 ? 0.8 : 0;
}

function sameTitle(a: Likened, b: Likened): boolean {
  return a.plainTitle === b.plainTitle;
}

/** Most pairs have nothing in common: that is seen before anything is weighed. */
function formatShare(a: Likened, b: Likened): boolean {
  let shared = 0;
  for (const word of a.title.words) {
    if (b.title.words.includes(word)) shared += 1;
  }
  return shared >= leastShared(a, b);
}

/** How many words of the one title the other has at least, unless they are alike in another way. */
export function leastShared(a: Likened, b: Likened): number {
  return Math.max(1, Math.ceil(Math.min(a.title.words.length, b.title.words.length) * 0.35));
}

function mustDiffer(a: Likened, b: Likened, place: Places): boolean {
  if (a.label !== b.label && a.label !== '' && b.label !== '' && place !== 'place') return true;
  if (differ(a.title.numbers, b.title.numbers)) return true;
  if (differ(a.title.names, b.title.names)) return true;
  if (!equalOrNone(idsOf(a), idsOf(b))) return true;
  // Names of two symbols stand for two places, unless one was renamed where it stood.
  if (place !== 'place' && symbolsDiffer(a, b)) return true;
  const [some, others] = [
    without(a.title.words, b.title.words),
    without(b.title.words, a.title.words),
  ];
  return areOpposed(some, others) || areOpposed(others, some);
}

function symbolsDiffer(a: Likened, b: Likened): boolean {
  const [one, other] = [a.location?.symbol ?? null, b.location?.symbol ?? null];
  return one !== null && other !== null && one !== other;
}

/** Ids in the title, else those in the text. */
function idsOf({ title, body }: Likened): ReadonlySet<string> {
  return title.ids.size > 0 ? title.ids : (body?.ids ?? NONE);
}

const NONE: ReadonlySet<string> = new Set();

/** Each has something that the other has not. */
function differ(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((one) => !b.has(one)) && [...b].some((one) => !a.has(one));
}

function equalOrNone(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  if (a.size === 0 || b.size === 0) return true;
  return a.size === b.size && [...a].every((one) => b.has(one));
}

/** One advisory or ticket is one thing, whatever is said of it. */
function haveSameIds(a: Likened, b: Likened): boolean {
  return a.title.ids.size > 0 && a.title.ids.size === b.title.ids.size;
}

/** A program that words things the same is not believed to have worded it again meanwhile. */
function goneBy(a: Likened, b: Likened, { reach, wording }: LikenessRules): number {
  if (reach !== 'file') return 0;
  if (wording === 'fixed') return LONG_GONE.fixed;
  return haveSameIds(a, b) ? 0 : LONG_GONE.free;
}

const TOLD_APART = ['numbers', 'ids', 'names'] as const;

/** One says a number, an id or a name that the other leaves out: that needs more agreement elsewhere. */
function unsure(a: Likened, b: Likened): number {
  let lacking = 0;
  for (const kind of TOLD_APART) if (a.title[kind].size !== b.title[kind].size) lacking += 1;
  return lacking * 0.08;
}

interface Gap {
  readonly some: readonly string[];
  readonly others: readonly string[];
  readonly shared: readonly string[];
}

/** What stands in the one place in which two titles differ; `null` when they differ in more, or one only adds words. */
function gapOf(a: readonly string[], b: readonly string[]): Gap | null {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && alike(a[start], b[start])) start += 1;
  let end = 0;
  while (end < most - start && alike(a.at(-1 - end), b.at(-1 - end))) end += 1;
  const [some, others] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (some.length === 0 || others.length === 0 || start + end === 0) return null;
  if (some.length > 3 || others.length > 3) return null;
  // The same words in another order, or some more of them, fill nothing in.
  if (without(some, others).length === 0 || without(others, some).length === 0) return null;
  return { some, others, shared: [...a.slice(0, start), ...a.slice(a.length - end)] };
}

/** In one and the same place, a title that says enough besides may have one word changed. */
function mayFill(
  a: Likened,
  b: Likened,
  {
    place,
    rules,
    gap,
  }: { readonly place: Places; readonly rules: LikenessRules; readonly gap: Gap },
): boolean {
  if (place !== 'place' || a.location === null || b.location === null) return false;
  const wide = Math.max(gap.some.length, gap.others.length);
  const telling = gap.shared.filter((word) => weightOf(word, rules.common) === 1);
  return wide <= 2 && telling.length >= 2 + wide;
}

/** Below `bar` it may be told too low. */
function scoreOf(
  a: Likened,
  b: Likened,
  { rules: { common, overlap }, bar }: { readonly rules: LikenessRules; readonly bar: number },
): number {
  const of = overlap ?? ((one, other) => plainOverlap(one, other, common));
  const title = of(a.title, b.title);
  if (a.body === null || b.body === null || Math.min(a.body.words.length, b.body.words.length) < 2)
    return title;
  // What the texts could add would not be enough.
  if (title < 0.25 || 0.65 * title + 0.35 < bar) return title;
  return Math.max(title, 0.65 * title + 0.35 * of(a.body, b.body));
}

/** Of the words of both, how many are in both: 0 to 1, each by its weight. */
export function plainOverlap(a: SaidWords, b: SaidWords, common: ReadonlySet<string>): number {
  const weigh = (words: Iterable<string>): number => {
    let sum = 0;
    for (const word of words) sum += weightOf(word, common);
    return sum;
  };
  const [some, others] = [a.words, b.words];
  const all = weigh(some) + weigh(others);
  if (all === 0) return 0;
  const lost = weigh(without(some, others)) + weigh(without(others, some));
  return (all - lost) / all;
}

function without(words: readonly string[], others: readonly string[]): readonly string[] {
  return words.filter(
    (word) =>
      !others.includes(word) && (word.length < 5 || !others.some((other) => alike(word, other))),
  );
}
