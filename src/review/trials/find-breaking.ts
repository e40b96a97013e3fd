/**
 * Which branches break a whole together: the smallest part of it that fails. What is likely comes first (the target by
 * itself, branches whose own checks failed, pairs that are coupled), then halves and their complements until nothing can be
 * left out. Pure but for `attempt`.
 */
import type { Coupling } from '../../words/review/change-set.ts';
import { oneLine, plural } from '../../words/text.ts';

export type AttemptAnswer =
  | { readonly kind: 'passes' | 'breaks' }
  /** It says nothing: it does not merge, set-up failed. */
  | { readonly kind: 'unknown'; readonly why: string };

export interface BreakingSearch {
  /** In the order in which they are merged. */
  readonly members: readonly string[];
  readonly couplings: readonly Coupling[];
  /** Their own runs passed the same checks on the same target. */
  readonly fine: readonly string[];
  /** Their own runs failed checks: tried alone first. */
  readonly suspects: readonly string[];
  readonly mostAttempts: number;
  /** Merges these into the target and checks that; none: the target by itself. */
  readonly attempt: (members: readonly string[]) => Promise<AttemptAnswer>;
  /** Whether there is time for one more. */
  readonly hasTime: () => boolean;
}

export interface FoundBreaking {
  /** Empty: unknown, or no branch breaks it. */
  readonly breaking: readonly string[];
  /** One line each. */
  readonly tried: readonly string[];
}

/** Pairs that are tried before halves are. */
const MOST_PAIRS = 6;

export async function findBreaking(search: BreakingSearch): Promise<FoundBreaking> {
  const world = tries(search);
  const { members } = search;
  if ((await world.ask([])) === 'breaks') {
    world.tell('the target fails the same checks by itself; the branches are not the cause');
    return { breaking: [], tried: world.told };
  }
  const start = (await likely(search, world)) ?? members;
  const smallest = await reduce(start, world);
  if (!world.isCut()) return { breaking: smallest, tried: world.told };
  world.tell(
    `stopped after ${plural(world.count(), 'try', 'tries')}: ${
      smallest.length < members.length
        ? 'fewer of these may break it too'
        : 'which of them break it is not known'
    }`,
  );
  return { breaking: smallest.length < members.length ? smallest : [], tried: world.told };
}

type Verdict = AttemptAnswer['kind'];

interface Tries {
  /** The same is asked once. Once there is no time left, `unknown`. */
  readonly ask: (members: readonly string[]) => Promise<Verdict>;
  readonly tell: (line: string) => void;
  readonly isCut: () => boolean;
  readonly count: () => number;
  readonly told: readonly string[];
}

function tries({ fine, attempt, mostAttempts, hasTime, members }: BreakingSearch): Tries {
  const told: string[] = [];
  const known = new Map<string, Verdict>([[keyOf(members), 'breaks']]);
  let count = 0;
  let isCut = false;
  for (const name of fine) {
    if (!members.includes(name) || members.length === 1) continue;
    known.set(keyOf([name]), 'passes');
    told.push(`${shown([name])}: passes alone, as its own run found`);
  }
  const ask = async (asked: readonly string[]): Promise<Verdict> => {
    const before = known.get(keyOf(asked));
    if (before !== undefined) return before;
    if (count >= mostAttempts || !hasTime()) {
      isCut = true;
      return 'unknown';
    }
    count += 1;
    const answer = await attempt(asked);
    known.set(keyOf(asked), answer.kind);
    const why = answer.kind === 'unknown' ? `: ${oneLine(answer.why, 200)}` : '';
    told.push(`${shown(asked)}: ${answer.kind === 'unknown' ? 'says nothing' : answer.kind}${why}`);
    return answer.kind;
  };
  return { ask, told, tell: (line) => told.push(line), isCut: () => isCut, count: () => count };
}

/** A small part that breaks, if a guess finds one: a branch that failed by itself, or a pair that is coupled. */
async function likely(search: BreakingSearch, { ask }: Tries): Promise<readonly string[] | null> {
  for (const name of search.members)
    if (search.suspects.includes(name) && (await ask([name])) === 'breaks') return [name];
  if (search.members.length <= 2) return null;
  for (const pair of coupledPairs(search)) if ((await ask(pair)) === 'breaks') return pair;
  return null;
}

/** Strongest coupling first; in the order of merging. */
function coupledPairs({ members, couplings }: BreakingSearch): readonly (readonly string[])[] {
  const pairs = new Map<string, readonly string[]>();
  for (const { a, b, kind } of couplings) {
    // That a person joined them says nothing of their code.
    if (kind === 'joined') continue;
    const pair = members.filter((name) => name === a || name === b);
    if (pair.length === 2) pairs.set(keyOf(pair), pair);
  }
  return [...pairs.values()].slice(0, MOST_PAIRS);
}

/** Delta debugging: of what breaks, a part of which nothing can be left out. */
async function reduce(start: readonly string[], { ask }: Tries): Promise<readonly string[]> {
  let current = start;
  let parts = 2;
  while (current.length > 1) {
    const chunks = cut(current, parts);
    const complements = chunks.map((chunk) => current.filter((name) => !chunk.includes(name)));
    // Of two halves each is the other's complement.
    const candidates = parts === 2 ? chunks : [...chunks, ...complements];
    const smaller = await firstBreaking(candidates, ask);
    if (smaller !== null) {
      parts = chunks.includes(smaller) ? 2 : Math.max(parts - 1, 2);
      current = smaller;
    } else if (parts >= current.length) {
      return current;
    } else {
      parts = Math.min(parts * 2, current.length);
    }
    parts = Math.min(parts, Math.max(current.length, 2));
  }
  return current;
}

async function firstBreaking(
  candidates: readonly (readonly string[])[],
  ask: Tries['ask'],
): Promise<readonly string[] | null> {
  for (const candidate of candidates) if ((await ask(candidate)) === 'breaks') return candidate;
  return null;
}

function cut(names: readonly string[], parts: number): readonly (readonly string[])[] {
  return Array.from({ length: parts }, (_value, index) =>
    names.slice(
      Math.floor((index * names.length) / parts),
      Math.floor(((index + 1) * names.length) / parts),
    ),
  ).filter((chunk) => chunk.length > 0);
}

function keyOf(names: readonly string[]): string {
  return JSON.stringify(names.toSorted());
}

function shown(names: readonly string[]): string {
  return names.length === 0
    ? 'the target by itself'
    : names.map((name) => oneLine(name, 120)).join(' + ');
}
