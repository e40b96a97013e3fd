/**
 * Whether two gitignore-like patterns can name the same file. Pure.
 *
 * Sound on the side of yes: it never says no when they could meet. Classes (`[a-z]`) and braces are taken for
 * anything, case is not looked at (some file systems do not either), and patterns that are too long to compare meet.
 */

/** Comparing takes this many steps at most. */
const MOST_STEPS = 1_000_000;

/** A pattern names its own path and everything beneath; one that only takes away (`!x`) names nothing. */
export function globsMeet(a: string, b: string): boolean {
  const left = readPattern(a);
  const right = readPattern(b);
  if (left === null || right === null) return false;
  const budget = { left: MOST_STEPS };
  return sequencesMeet(left, right, {
    isMany: (segment) => segment === '**',
    meet: (one, other) => segmentsMeet(one, other, budget),
    budget,
  });
}

/** The first pattern of each list that meets one of the other; `null` when none does. */
export function firstMeeting(
  ours: readonly string[],
  theirs: readonly string[],
): { readonly ours: string; readonly theirs: string } | null {
  for (const our of ours) {
    const their = theirs.find((pattern) => globsMeet(our, pattern));
    if (their !== undefined) return { ours: our, theirs: their };
  }
  return null;
}

/** Its segments from the root of the repository on; `null` when it names nothing. */
function readPattern(pattern: string): readonly string[] | null {
  const text = pattern.trim().normalize('NFC');
  if (text.startsWith('!') || text === '') return null;
  const segments = text
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  // As in .gitignore: a slash at the beginning or in the middle ties a pattern to the root.
  const anchored = text.replace(/\/+$/, '').includes('/');
  return [...(anchored ? [] : ['**']), ...segments, '**'];
}

/** Literal characters stand for themselves; `*` is any run of characters, `?` any one. */
type SegmentPart =
  | { readonly kind: 'literal'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' };

interface Budget {
  left: number;
}

function segmentsMeet(a: string, b: string, budget: Budget): boolean {
  if (a === b) return true;
  return sequencesMeet(segmentParts(a), segmentParts(b), {
    isMany: (part) => part.kind === 'many',
    meet: (one, other) =>
      one.kind !== 'literal' || other.kind !== 'literal' || one.character === other.character,
    budget,
  });
}

function segmentParts(segment: string): readonly SegmentPart[] {
  const parts: SegmentPart[] = [];
  const characters = Array.from(segment);
  for (let at = 0; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    if (character === '*') parts.push({ kind: 'many' });
    else if (character === '?') parts.push({ kind: 'one' });
    else if (character === '[' || character === '{') {
      // What is meant by it is not worked out: anything of any length.
      parts.push({ kind: 'many' });
      const end = characters.lastIndexOf(character === '[' ? ']' : '}');
      at = end > at ? end : characters.length;
    } else if (character === '\\' && at + 1 < characters.length) {
      at += 1;
      parts.push({ kind: 'literal', character: characters[at] ?? '' });
    } else parts.push({ kind: 'literal', character });
  }
  return parts;
}

interface Comparison<Part> {
  /** Stands for any number of parts, none included. */
  readonly isMany: (part: Part) => boolean;
  readonly meet: (one: Part, other: Part) => boolean;
  readonly budget: Budget;
}

/** Both read side by side: `reached[j]` says that all of `a` so far and the first j parts of `b` name one thing. */
function sequencesMeet<Part>(
  a: readonly Part[],
  b: readonly Part[],
  { isMany, meet, budget }: Comparison<Part>,
): boolean {
  let reached = skipMany(b, isMany, [true]);
  for (const part of a) {
    const next: boolean[] = [];
    budget.left -= b.length + 1;
    if (budget.left < 0) return true;
    for (let at = 0; at <= b.length; at += 1) {
      const before = b[at - 1];
      next[at] = isMany(part)
        ? (reached[at] ?? false) || (next[at - 1] ?? false)
        : before !== undefined &&
          (isMany(before)
            ? (reached[at] ?? false) || (next[at - 1] ?? false)
            : (reached[at - 1] ?? false) && meet(part, before));
    }
    reached = next;
  }
  return reached[b.length] ?? false;
}

/** Before anything of `a` is read: `b` gets as far as its leading parts may stand for nothing. */
function skipMany<Part>(
  b: readonly Part[],
  isMany: (part: Part) => boolean,
  start: readonly boolean[],
): boolean[] {
  const reached = [...start];
  b.forEach((part, at) => {
    reached[at + 1] = (reached[at] ?? false) && isMany(part);
  });
  return reached;
}
