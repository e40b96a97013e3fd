import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  findBreaking,
  type AttemptAnswer,
  type FoundBreaking,
} from '../../../src/review/trials/find-breaking.ts';
import type { Coupling } from '../../../src/words/review/change-set.ts';

const place = { path: 'a.ts', line: 1, text: '' };
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

function coupled(a: string, b: string): Coupling {
  return { a, b, kind: 'symbol', detail: '', places: [place, place], binds: true };
}

async function search(
  culprits: readonly string[],
  more: {
    readonly members?: readonly string[];
    readonly couplings?: readonly Coupling[];
    readonly fine?: readonly string[];
    readonly suspects?: readonly string[];
    readonly mostAttempts?: number;
    readonly attempt?: (members: readonly string[]) => AttemptAnswer;
  } = {},
): Promise<FoundBreaking & { readonly attempts: number }> {
  let attempts = 0;
  const found = await findBreaking({
    members: NAMES,
    couplings: [],
    fine: [],
    suspects: [],
    mostAttempts: 20,
    hasTime: () => true,
    ...more,
    attempt: async (members) => {
      attempts += 1;
      if (more.attempt !== undefined) return more.attempt(members);
      return { kind: culprits.every((name) => members.includes(name)) ? 'breaks' : 'passes' };
    },
  });
  return { ...found, attempts };
}

describe('the search for what breaks a whole', () => {
  it('names the coupled pair, each of which passes alone', async () => {
    const found = await search(['b', 'g'], { couplings: [coupled('b', 'g')] });
    expect(found).toEqual({
      breaking: ['b', 'g'],
      tried: ['the target by itself: passes', 'b + g: breaks', 'b: passes', 'g: passes'],
      attempts: 4,
    });
  });

  it('asks nobody again what a run found of its own branch', async () => {
    const found = await search(['b', 'g'], { couplings: [coupled('b', 'g')], fine: ['b', 'g'] });
    expect(found.tried).toEqual([
      'b: passes alone, as its own run found',
      'g: passes alone, as its own run found',
      'the target by itself: passes',
      'b + g: breaks',
    ]);
  });

  it('blames no branch where the target is broken by itself', async () => {
    const found = await search([]);
    expect(found).toEqual({
      breaking: [],
      tried: [
        'the target by itself: breaks',
        'the target fails the same checks by itself; the branches are not the cause',
      ],
      attempts: 1,
    });
  });

  it('names one branch where one is enough, a suspect first', async () => {
    expect(await search(['e'], { suspects: ['e'] })).toMatchObject({
      breaking: ['e'],
      attempts: 2,
    });
  });

  it('stops at its bound, says so, and names no more than it knows', async () => {
    const found = await search(['b', 'g'], { mostAttempts: 2 });
    expect(found.breaking).toEqual([]);
    expect(found.tried.at(-1)).toBe('stopped after 2 tries: which of them break it is not known');
  });

  it('goes on past parts that say nothing', async () => {
    const found = await search(['b', 'c'], {
      members: ['a', 'b', 'c'],
      attempt: (members) => {
        if (members.includes('c') && !members.includes('b'))
          return { kind: 'unknown', why: 'c does not merge without the others' };
        return { kind: members.includes('b') && members.includes('c') ? 'breaks' : 'passes' };
      },
    });
    expect(found.breaking).toEqual(['b', 'c']);
    expect(found.tried).toContain('c: says nothing: c does not merge without the others');
  });

  it('finds exactly the part that breaks, whichever it is', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(NAMES, { minLength: 1, maxLength: 3 }), async (culprits) => {
        const { breaking } = await search(culprits, { mostAttempts: 200 });
        expect(breaking).toEqual(culprits);
      }),
    );
  });

  it('finds a pair of eight within its bound, coupled or not', async () => {
    await fc.assert(
      fc.asyncProperty(fc.subarray(NAMES, { minLength: 2, maxLength: 2 }), async (culprits) => {
        const { breaking, attempts } = await search(culprits);
        expect(breaking).toEqual(culprits);
        expect(attempts).toBeLessThanOrEqual(20);
      }),
    );
  });
});
