/** Tickets as vectors: rare terms weigh more than common ones, the title more than the body. Pure. */
import type { TermCounts } from '../../../words/ticket.ts';
import type { KeptTicket, KnownTheme } from './contract.ts';
import type { TicketWords } from './read-words.ts';
import { denseDot, heaviest, scaled, unit, vectorOf, type SparseVector } from './sparse-vector.ts';
import { isField, type Terms } from './ticket-terms.ts';

export interface WeighedTickets {
  /** Of length 1 each, in the tickets' order; empty for a ticket without words. */
  readonly tickets: readonly SparseVector[];
  /** The signatures of the known themes, in their order, as they were kept. */
  readonly known: readonly SparseVector[];
  /** Of length 1 each, in their order. */
  readonly kept: readonly SparseVector[];
  /** What to keep of the ticket of a number. */
  readonly countsOf: (ticket: number) => TermCounts;
  /** Term by number. */
  readonly names: readonly string[];
}

const TITLE = 2.2;
const SATURATION = 1.2;
const PAIR = 0.5;
const WEAK = 0.25;
/** How much of a word's count goes to its field, and how much a field weighs against a word as rare. */
const FIELD_COUNT = 0.5;
const FIELD = 1.3;
const MOST_TERMS = 60;
/** How much a model of the user's says against the words. */
const DENSE = 0.6;

export function weighTerms(
  words: readonly TicketWords[],
  {
    known,
    kept,
    terms,
    vectors = new Map(),
  }: {
    readonly known: readonly KnownTheme[];
    readonly kept: readonly KeptTicket[];
    readonly terms: Terms;
    readonly vectors: ReadonlyMap<string, Float32Array> | undefined;
  },
): WeighedTickets {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const numberOf = (term: string): number => {
    const found = numbers.get(term);
    if (found !== undefined) return found;
    numbers.set(term, names.length);
    names.push(term);
    return names.length - 1;
  };
  const counted = words.map((ticket) => countTerms(ticket, { numberOf, fieldsOf: terms.fieldsOf }));
  const signatures = known.map(({ signature }) =>
    vectorOf(new Map(signature.map(({ term, weight }) => [numberOf(term), weight]))),
  );
  const before = kept.map(
    (ticket) =>
      new Map(Object.entries(ticket.terms).map(([term, count]) => [numberOf(term), count])),
  );
  const found = new Map<number, number>();
  for (const counts of [...counted, ...before])
    for (const term of counts.keys()) found.set(term, (found.get(term) ?? 0) + 1);
  for (const { terms: list } of signatures)
    for (const term of list) found.set(term, (found.get(term) ?? 0) + 1);
  const all = counted.length + before.length + signatures.length;
  const rarity = names.map((name, term) => {
    const share = Math.log(1 + (all + 1) / ((found.get(term) ?? 0) + 0.5));
    if (!name.includes(' ')) return share * (isField(name) ? FIELD : terms.isWeak(name) ? WEAK : 1);
    const weak = name.split(' ').filter((part) => terms.isWeak(part)).length;
    return share * PAIR * (weak === 0 ? 1 : weak === 1 ? 0.6 : 0.2);
  });
  const tickets = counted.map((counts) => weigh(counts, rarity));
  const dense = centred(vectors);
  const withDense = (id: string | undefined, vector: SparseVector): SparseVector =>
    joined(vector, dense.get(id ?? ''));
  return {
    tickets: tickets.map((vector, at) => withDense(words[at]?.id, vector)),
    known: signatures,
    kept: before.map((counts, at) => withDense(kept[at]?.id, weigh(counts, rarity))),
    countsOf: (at) => countsOf(tickets[at], { counts: counted[at], names }),
    names,
  };
}

/** A model gives all texts much in common, which tells nothing: it is taken off. Of length 1 each. */
function centred(vectors: ReadonlyMap<string, Float32Array>): ReadonlyMap<string, Float32Array> {
  const all = [...vectors.values()];
  const mean = new Float32Array(all[0]?.length ?? 0);
  for (const vector of all)
    vector.forEach((value, at) => {
      mean[at] = (mean[at] ?? 0) + value / all.length;
    });
  return new Map(
    [...vectors].map(([id, vector]) => {
      const moved = vector.map((value, at) => value - (mean[at] ?? 0));
      const length = Math.sqrt(denseDot(moved, moved));
      return [id, length < 1e-6 ? moved : moved.map((value) => value / length)];
    }),
  );
}

/** Of length 1: so much of its square is the model's. */
function joined(words: SparseVector, dense: Float32Array | undefined): SparseVector {
  if (dense === undefined) return words;
  const share = words.terms.length === 0 ? 1 : DENSE;
  return {
    ...scaled(words, Math.sqrt(1 - share)),
    dense: dense.map((value) => value * Math.sqrt(share)),
  };
}

function weigh(counts: ReadonlyMap<number, number>, rarity: readonly number[]): SparseVector {
  const weights = new Map<number, number>();
  for (const [term, count] of counts)
    weights.set(term, ((count * (1 + SATURATION)) / (count + SATURATION)) * (rarity[term] ?? 0));
  return unit(heaviest(vectorOf(weights), MOST_TERMS));
}

function countsOf(
  ticket: SparseVector | undefined,
  {
    counts,
    names,
  }: {
    readonly counts: ReadonlyMap<number, number> | undefined;
    readonly names: readonly string[];
  },
): TermCounts {
  return Object.fromEntries(
    (ticket?.terms ?? []).map((term) => [
      names[term] ?? '',
      Math.max(0.01, Math.round((counts?.get(term) ?? 0) * 100) / 100),
    ]),
  );
}

function countTerms(
  { titleTerms, bodyTerms }: TicketWords,
  {
    numberOf,
    fieldsOf,
  }: {
    readonly numberOf: (term: string) => number;
    readonly fieldsOf: (term: string) => readonly string[];
  },
): Map<number, number> {
  const counts = new Map<number, number>();
  const count = (terms: readonly (string | null)[], weight: number): void => {
    let before: string | null = null;
    for (const term of terms) {
      if (term !== null) {
        const number = numberOf(term);
        counts.set(number, (counts.get(number) ?? 0) + weight);
        const fields = fieldsOf(term);
        for (const field of fields) {
          const at = numberOf(field);
          counts.set(at, (counts.get(at) ?? 0) + (weight * FIELD_COUNT) / Math.sqrt(fields.length));
        }
        if (before !== null && before !== term) {
          const pair = numberOf(`${before} ${term}`);
          counts.set(pair, (counts.get(pair) ?? 0) + weight);
        }
      }
      before = term;
    }
  };
  count(titleTerms, TITLE);
  count(bodyTerms, 1);
  return counts;
}
