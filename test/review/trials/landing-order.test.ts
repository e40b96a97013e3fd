import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { landingOrder, type OrderedBranch } from '../../../src/review/trials/landing-order.ts';
import type { Coupling, MergeTrial } from '../../../src/words/review/change-set.ts';

const place = { path: 'a.ts', line: 1, text: '' };

function branch(name: string, lines = 5, madeAt = '2026-01-01T00:00:00Z'): OrderedBranch {
  return { branch: name, target: 'main', insertions: lines, deletions: 0, madeAt };
}

function uses(user: string, definer: string): Coupling {
  const [a, b] = [user, definer].toSorted();
  return {
    a: a ?? '',
    b: b ?? '',
    kind: 'symbol',
    detail: '',
    places: [place, place],
    binds: true,
    user: a === user ? 'a' : 'b',
  };
}

function apart(a: string, b: string): MergeTrial {
  return { a, b, kind: 'conflict', files: [], detail: '' };
}

describe('the order of landing', () => {
  it('has definitions before what uses them, however small the user is', () => {
    const branches = [branch('define', 900), branch('use', 1)];
    expect(landingOrder({ branches, couplings: [uses('use', 'define')], trials: [] })).toEqual([
      'define',
      'use',
    ]);
  });

  it('lets as many land as can before the first conflict', () => {
    const branches = ['hub', 'one', 'three', 'two'].map((name) => branch(name));
    const trials = [apart('hub', 'one'), apart('hub', 'two'), apart('hub', 'three')];
    expect(landingOrder({ branches, couplings: [], trials })).toEqual([
      'one',
      'three',
      'two',
      'hub',
    ]);
  });

  it('has what does not merge with the target last', () => {
    const branches = [branch('a'), branch('b')];
    expect(landingOrder({ branches, couplings: [], trials: [apart('a', 'main')] })).toEqual([
      'b',
      'a',
    ]);
  });

  it('has small before large, and of like size old before young', () => {
    const branches = [
      branch('large', 500),
      branch('young', 8, '2026-03-01T00:00:00Z'),
      branch('old', 5, '2026-02-01T00:00:00Z'),
    ];
    expect(landingOrder({ branches, couplings: [], trials: [] })).toEqual([
      'old',
      'young',
      'large',
    ]);
  });

  it('has each branch once, whatever uses what, and is the same in whatever order it is asked', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const name = fc.constantFrom(...names);
    const links = fc.array(fc.tuple(name, name), { maxLength: 12 });
    fc.assert(
      fc.property(
        links,
        links,
        fc.shuffledSubarray(names, { minLength: 5 }),
        (use, clash, asked) => {
          const couplings = use.filter(([a, b]) => a !== b).map(([a, b]) => uses(a, b));
          const trials = clash.filter(([a, b]) => a !== b).map(([a, b]) => apart(a, b));
          const orderOf = (all: readonly string[]): readonly string[] =>
            landingOrder({ branches: all.map((one) => branch(one)), couplings, trials });
          expect(orderOf(asked)).toEqual(orderOf(names));
          expect(orderOf(asked).toSorted()).toEqual(names);
        },
      ),
    );
  });

  it('keeps to definitions first wherever they do not go round in a circle', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const link = fc.tuple(fc.nat(5), fc.nat(5)).filter(([a, b]) => a < b);
    fc.assert(
      fc.property(fc.array(link, { maxLength: 10 }), (links) => {
        const couplings = links.map(([a, b]) => uses(names[a] ?? '', names[b] ?? ''));
        const order = landingOrder({
          branches: names.map((one) => branch(one)),
          couplings,
          trials: [],
        });
        for (const [a, b] of links)
          expect(order.indexOf(names[b] ?? '')).toBeLessThan(order.indexOf(names[a] ?? ''));
      }),
    );
  });
});
