/** A group of tickets as a theme without a name: who stands for it best, and what it will be recognised by. Pure. */
import type { KnownTheme } from './contract.ts';
import type { Grouping } from './group-vectors.ts';
import { addTo, dot, heaviest, scaled, vectorOf, type SparseVector } from './sparse-vector.ts';
import type { WeighedTickets } from './weigh-terms.ts';

export interface ThemeDraft {
  readonly known: KnownTheme | undefined;
  /** Numbers of tickets, the ones that stand for it best first. */
  readonly members: readonly number[];
  readonly signature: SparseVector;
}

/** Terms of a signature. */
const SIGNATURE = 80;
/** A window of so many tickets moves a signature half way to what they say. */
const HALF_WAY = 30;

export function draftThemes(
  groups: readonly Grouping[],
  { weighed, known }: { readonly weighed: WeighedTickets; readonly known: readonly KnownTheme[] },
): readonly ThemeDraft[] {
  return groups.map(({ seeds, members }) => {
    const vectors = members.flatMap((at) => weighed.tickets[at] ?? []);
    const today = meanOf(vectors);
    const near = new Map(members.map((at, n) => [at, dot(vectors[n] ?? today, today)]));
    const before = seeds.flatMap((seed) => weighed.known[seed] ?? []);
    return {
      known: known[seeds[0] ?? -1],
      members: members.toSorted((a, b) => (near.get(b) ?? 0) - (near.get(a) ?? 0) || a - b),
      signature: blended(today, { before, tickets: members.length }),
    };
  });
}

function blended(
  today: SparseVector,
  { before, tickets }: { readonly before: readonly SparseVector[]; readonly tickets: number },
): SparseVector {
  if (before.length === 0) return heaviest(today, SIGNATURE);
  const share = tickets / (tickets + HALF_WAY);
  const sum = new Map<number, number>();
  addTo(sum, scaled(meanOf(before), 1 - share));
  addTo(sum, scaled(today, share));
  return heaviest(vectorOf(sum), SIGNATURE);
}

function meanOf(vectors: readonly SparseVector[]): SparseVector {
  const sum = new Map<number, number>();
  for (const vector of vectors) addTo(sum, vector, 1 / vectors.length);
  return vectorOf(sum);
}
