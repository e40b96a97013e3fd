/** A group of tickets as a theme without a name: who stands for it best, and what it will be recognised by. Pure. */
import type { KnownTheme } from './contract.ts';
import type { Group } from './settle-tickets.ts';
import { addTo, dot, heaviest, scaled, vectorOf, type SparseVector } from './sparse-vector.ts';
import type { WeighedTickets } from './weigh-terms.ts';

export interface ThemeDraft {
  readonly known: KnownTheme | undefined;
  /** Of a new one: the known theme that it broke out of. */
  readonly splitFrom: KnownTheme | undefined;
  /** It was named after fewer tickets than it has now, and few: it may be named anew. */
  readonly isYoung: boolean;
  /** Numbers of tickets, the ones that stand for it best first. */
  readonly members: readonly number[];
  readonly signature: SparseVector;
}

/** Terms of a signature. */
const SIGNATURE = 80;
/** A theme of fewer tickets may have been named after a chance word. */
const YOUNG = 4;
/** A window of so many tickets moves a signature half way to what they say. */
const HALF_WAY = 30;

export function draftThemes(
  groups: readonly Group[],
  { weighed, known }: { readonly weighed: WeighedTickets; readonly known: readonly KnownTheme[] },
): readonly ThemeDraft[] {
  return groups.map(({ theme, splitFrom, past, members }) => {
    const vectors = members.flatMap((at) => weighed.tickets[at] ?? []);
    const today = meanOf(vectors);
    const near = new Map(members.map((at, n) => [at, dot(vectors[n] ?? today, today)]));
    const before = theme === null ? undefined : weighed.known[theme];
    return {
      known: theme === null ? undefined : known[theme],
      splitFrom: splitFrom === null ? undefined : known[splitFrom],
      isYoung: isYoung({
        before: past.filter((at) => at >= known.length).length,
        now: members.length,
      }),
      members: members.toSorted((a, b) => (near.get(b) ?? 0) - (near.get(a) ?? 0) || a - b),
      signature: blended(today, { before, tickets: members.length }),
    };
  });
}

/** Without a remembered ticket it is unknown how many tickets the theme was named after. */
function isYoung({ before, now }: { readonly before: number; readonly now: number }): boolean {
  return before > 0 && before < YOUNG && now > before;
}

function blended(
  today: SparseVector,
  { before, tickets }: { readonly before: SparseVector | undefined; readonly tickets: number },
): SparseVector {
  if (before === undefined) return heaviest(today, SIGNATURE);
  const share = tickets / (tickets + HALF_WAY);
  const sum = new Map<number, number>();
  addTo(sum, scaled(before, 1 - share));
  addTo(sum, scaled(today, share));
  return heaviest(vectorOf(sum), SIGNATURE);
}

function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>();
  for (const vector of vectors) addTo(sum, vector, 1 / vectors.length);
  return vectorOf(sum);
}
