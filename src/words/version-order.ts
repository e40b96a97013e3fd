/**
 * Versions of any scheme in order: SemVer, PEP 440, Maven, calendar versions. Pure.
 *
 * SemVer's own packages refuse `2.34.0.dev1`, `26.05.1` and `4.0.0.RELEASE`, which real tags and notes hold.
 */

const PARTS = /^v?(?:(\d{1,4})!)?(\d{1,15}(?:\.\d{1,15}){0,7})([^+]*)/i;
const WORDS = /[a-z]+|\d+/g;

/** Words of pre-releases in their order; any other word stands between `m` and `rc`. */
const RANKS: Readonly<Record<string, number>> = {
  dev: 0,
  snapshot: 0,
  canary: 0,
  nightly: 0,
  a: 1,
  alpha: 1,
  b: 2,
  beta: 2,
  m: 3,
  milestone: 3,
  c: 5,
  cr: 5,
  pre: 5,
  preview: 5,
  rc: 5,
};
const OTHER_RANK = 4;
const FINAL_RANK = 6;
const AFTER_RANK = 7;
/** Words that say no more than that it is the release itself. */
const FINAL_WORDS = new Set(['final', 'ga', 'release']);
/** Words of what comes after the release. */
const AFTER_WORDS = new Set(['post', 'p', 'patch', 'sp', 'r', 'rev']);

interface ReadVersion {
  readonly numbers: readonly number[];
  readonly rank: number;
  /** What follows the numbers, words and numbers in turn. */
  readonly words: readonly string[];
}

/** Negative when `left` is the older one; 0 also for `1.2` and `1.2.0`. Text that is not a version sorts first. */
export function compareVersions(left: string, right: string): number {
  const one = readVersion(left);
  const other = readVersion(right);
  return (
    compareNumbers(one.numbers, other.numbers) ||
    one.rank - other.rank ||
    formatCompare(one.words, other.words)
  );
}

/** `1.0.0-rc.1`, `1.0b2`, `2.34.0.dev1`, `6.0.0.M3`. */
export function isPrerelease(version: string): boolean {
  return readVersion(version).rank < FINAL_RANK;
}

function readVersion(version: string): ReadVersion {
  const [, epoch = '0', numbers, rest = ''] = PARTS.exec(version.trim()) ?? [];
  if (numbers === undefined) return { numbers: [-1], rank: FINAL_RANK, words: [] };
  const words = rest.toLowerCase().match(WORDS) ?? [];
  return {
    numbers: [Number(epoch), ...numbers.split('.').map(Number)],
    rank: rankOf(words),
    words: words.filter((word) => !FINAL_WORDS.has(word)),
  };
}

function rankOf(words: readonly string[]): number {
  const [first] = words;
  if (first === undefined || FINAL_WORDS.has(first)) return FINAL_RANK;
  if (AFTER_WORDS.has(first)) return AFTER_RANK;
  return RANKS[first] ?? OTHER_RANK;
}

function compareNumbers(left: readonly number[], right: readonly number[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function formatCompare(left: readonly string[], right: readonly string[]): number {
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const [one, other] = [left[index], right[index]];
    if (one === undefined || other === undefined) return left.length - right.length;
    const difference = compareWord(one, other);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compareWord(left: string, right: string): number {
  const [one, other] = [Number(left), Number(right)];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one - other;
  if (Number.isNaN(one) !== Number.isNaN(other)) return Number.isNaN(one) ? 1 : -1;
  // `a` and `alpha` are one word.
  const [lower, higher] = [RANKS[left], RANKS[right]];
  if (lower !== undefined || higher !== undefined)
    return (lower ?? OTHER_RANK) - (higher ?? OTHER_RANK);
  return textOrder(left, right);
}

function textOrder(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
