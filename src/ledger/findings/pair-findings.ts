/**
 * Which of the findings that a run reported under an unknown fingerprint are known ones all the same: moved, renamed or
 * worded otherwise. Pure; the order of either list changes nothing.
 */
import type { FindingLocation } from '../../words/finding.ts';
import { fileName } from './compared-places.ts';
import {
  leastShared,
  likened,
  type Likened,
  likeness,
  type LikenessRules,
  type Reach,
  type Wording,
} from './likeness.ts';
import type { SaidWords } from './title-words.ts';
import { wordIndex, type WordIndex } from './word-index.ts';

// Which of many findings one might be like at all, without comparing it with each: those with its title, with enough of its
// words in a place that may be the same, or in a moved file of the same name and symbol. Pure.

/** Positions in `others` of all whose likeness may be above 0, in order, each once. */
export function likelyOnes(
  others: readonly Likened[],
  words: Pick<WordIndex, 'wordsOf' | 'saidBy'>,
): (one: Likened) => Iterable<number> {
  const byTitle = grouped(others, ({ plainTitle }) => [plainTitle]);
  const byMove = grouped(others, ({ location }) => moveKey(location));
  const byWord = grouped(others, ({ title }) => words.wordsOf(title));
  const shared = new Int32Array(others.length);
  return (one) => {
    const found = new Set([
      ...(byTitle.get(one.plainTitle) ?? []),
      ...moveKey(one.location).flatMap((key) => byMove.get(key) ?? []),
    ]);
    shared.fill(0);
    // A word that is said twice counts twice, as it does where two are compared.
    for (const word of words.saidBy(one.title))
      for (const at of byWord.get(word) ?? []) shared[at] = (shared[at] ?? 0) + 1;
    for (const [at, other] of others.entries()) {
      if ((shared[at] ?? 0) >= leastShared(one, other) && maySharePlace(one, other)) found.add(at);
    }
    return [...found].toSorted((a, b) => a - b);
  };
}

function maySharePlace(a: Likened, b: Likened): boolean {
  return a.location === null || b.location === null || a.location.path === b.location.path;
}

function moveKey(location: Likened['location']): readonly string[] {
  if (location === null || location.symbol === null) return [];
  return [`${location.symbol}\0${fileName(location.path)}`];
}

function grouped<Key>(
  list: readonly Likened[],
  keysOf: (one: Likened) => Iterable<Key>,
): ReadonlyMap<Key, readonly number[]> {
  const groups = new Map<Key, number[]>();
  for (const [at, one] of list.entries()) {
    for (const key of keysOf(one)) {
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [at]);
      else group.push(at);
    }
  }
  return groups;
}

export interface Pairable {
  readonly fingerprint: string;
  readonly title: string;
  readonly body: string;
  readonly location: FindingLocation | null;
}

export interface KnownPairable extends Pairable {
  /** How else it was worded, newest last. */
  readonly wordings: readonly Pick<Pairable, 'fingerprint' | 'title' | 'location'>[];
  /** Fingerprints that a person said are not this one. */
  readonly apart: readonly string[];
}

export interface PairRequest<K, F> {
  readonly known: readonly K[];
  readonly fresh: readonly F[];
  readonly wording: Wording;
  readonly reach: Reach;
}

export interface Pair<K, F> {
  readonly known: K;
  readonly fresh: F;
  readonly likeness: number;
}

/** Two candidates nearer than this to each other are a guess, and a guess makes no pair. */
const MARGIN = 0.05;
/** Of the wordings of before, the newest ones; more say the same once more. */
const MAX_WORDINGS = 4;

/** No one is paired twice. */
export function pairFindings<K extends KnownPairable, F extends Pairable>(
  request: PairRequest<K, F>,
): readonly Pair<K, F>[] {
  const { known, fresh } = request;
  if (known.length === 0 || fresh.length === 0) return [];
  const candidates = candidatesOf(request).toSorted(byCertainty);
  const byKnown = groupBy(candidates, (one) => one.known);
  const byFresh = groupBy(candidates, (one) => one.fresh);
  const taken = new Set<K | F>();
  const passed = new Set<Candidate<K, F>>();
  const pairs: Pair<K, F>[] = [];
  for (const best of candidates) {
    if (taken.has(best.known) || taken.has(best.fresh)) continue;
    passed.add(best);
    const isOpen = (one: Candidate<K, F>): boolean =>
      !passed.has(one) && !taken.has(one.known) && !taken.has(one.fresh);
    const rivals = [byKnown.get(best.known) ?? [], byFresh.get(best.fresh) ?? []];
    // Whichever of equals were taken might be the wrong one.
    if (rivals.some((list) => hasEqual(list, best, isOpen))) continue;
    taken.add(best.known).add(best.fresh);
    pairs.push({ known: best.known, fresh: best.fresh, likeness: best.likeness });
  }
  return pairs;
}

interface Candidate<K, F> extends Pair<K, F> {
  /** Lines between them; files apart count as far. */
  readonly apart: number;
  readonly twins: boolean;
  /** Of the known one and of the fresh one. */
  readonly keys: readonly [string, string];
}

function candidatesOf<K extends KnownPairable, F extends Pairable>({
  known,
  fresh,
  wording,
  reach,
}: PairRequest<K, F>): readonly Candidate<K, F>[] {
  const news = fresh.map((one) => ({ one, view: likened(one), key: placeKey(one) }));
  const olds = known.map((one) => ({ one, views: viewsOf(one), key: placeKey(one) }));
  const firsts = [
    ...news.map(({ view }) => view),
    ...olds.flatMap(({ views }) => views.slice(0, 1)),
  ];
  const common = commonWords(firsts);
  const all = [...news.map(({ view }) => view), ...olds.flatMap(({ views }) => views)];
  const words = wordIndex(all.flatMap(saidIn), common);
  const rules: LikenessRules = { wording, reach, common, overlap: words.overlap };
  const likely = likelyOnes(
    news.map(({ view }) => view),
    words,
  );
  return olds.flatMap((old) => {
    const scores = new Map<number, number>();
    for (const earlier of old.views) {
      for (const at of likely(earlier)) {
        const view = news[at]?.view;
        const score = view === undefined ? 0 : likeness(earlier, view, rules);
        if (score > (scores.get(at) ?? 0)) scores.set(at, score);
      }
    }
    return [...scores].flatMap(([at, score]): readonly Candidate<K, F>[] => {
      const other = news[at];
      if (other === undefined || old.one.apart.includes(other.one.fingerprint)) return [];
      return [
        {
          known: old.one,
          fresh: other.one,
          likeness: score,
          apart: linesApart(old.one.location, other.one.location),
          twins: old.views[0]?.plainTitle === other.view.plainTitle,
          keys: [old.key, other.key],
        },
      ];
    });
  });
}

function saidIn({ title, body }: Likened): readonly SaidWords[] {
  return body === null ? [title] : [title, body];
}

function viewsOf(one: KnownPairable): readonly Likened[] {
  const earlier = one.wordings.slice(-MAX_WORDINGS).toReversed();
  return [likened(one), ...earlier.map((wording) => likened({ ...wording, body: '' }))];
}

/** Surest first; of equals the nearest; then by place, whatever order they came in. */
function byCertainty(a: Candidate<unknown, unknown>, b: Candidate<unknown, unknown>): number {
  if (a.likeness !== b.likeness) return b.likeness - a.likeness;
  if (a.apart !== b.apart) return a.apart - b.apart;
  const at = a.keys[0] === b.keys[0] ? 1 : 0;
  return a.keys[at] < b.keys[at] ? -1 : 1;
}

/** Lists are by certainty: what comes after one that is clearly less alike is so, too. */
function hasEqual<K, F>(
  list: readonly Candidate<K, F>[],
  best: Candidate<K, F>,
  isOpen: (one: Candidate<K, F>) => boolean,
): boolean {
  for (const one of list) {
    if (one.likeness <= best.likeness - MARGIN) return false;
    if (isOpen(one) && isAsGood(one, best)) return true;
  }
  return false;
}

function groupBy<Key, One>(list: readonly One[], keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>();
  for (const one of list) {
    const group = groups.get(keyOf(one));
    if (group === undefined) groups.set(keyOf(one), [one]);
    else group.push(one);
  }
  return groups;
}

/** Twins in one file are taken in their order: whichever is whose, each has one. */
function isAsGood<K, F>(rival: Candidate<K, F>, best: Candidate<K, F>): boolean {
  if (best.twins && best.likeness === 1 && (rival.apart > best.apart || rival.twins)) return false;
  return rival.likeness > best.likeness - MARGIN;
}

function linesApart(a: FindingLocation | null, b: FindingLocation | null): number {
  if (a === null || b === null) return 0;
  return a.path === b.path ? Math.abs(a.line - b.line) : 1_000_000;
}

function placeKey({ location, fingerprint }: Pairable): string {
  const line = String(location?.line ?? 0).padStart(9, '0');
  return JSON.stringify(`${location?.path ?? ''}:${line}:${fingerprint}`);
}

/** Each finding that was reworded is among them twice, so this many are nine findings. */
const ENOUGH_TO_TELL = 18;

/** Words that are in more than a third of the titles, once there are enough of them to tell. */
function commonWords(views: readonly Likened[]): ReadonlySet<string> {
  if (views.length < ENOUGH_TO_TELL) return new Set();
  const counts = new Map<string, number>();
  for (const { title } of views)
    for (const word of new Set(title.words)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > views.length / 3).map(([word]) => word));
}
