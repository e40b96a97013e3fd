import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { groupBranches, setId, type Grouping } from '../../src/review/group-branches.ts';
import type { SetChoice } from '../../src/words/review/change-set.ts';
import { couplingOf, reviewBranch, runIdOf } from '../kit/review-branches.ts';

const NAMES = ['a', 'b', 'c', 'd', 'e'];
const five = NAMES.map((name, index) =>
  reviewBranch(name, { madeAt: `2026-11-21T0${index}:00:00.000Z` }),
);

function choice(turn: number, kind: 'join' | 'part', [a, b]: readonly [string, string]): SetChoice {
  return {
    id: `01${String(turn).padStart(24, '0')}`,
    kind,
    a,
    b,
    reason: '',
    by: 'ada',
    at: '2026-11-21T09:00:00.000Z',
  };
}

function namesIn({ sets }: Grouping): readonly (readonly string[])[] {
  return sets.map(({ branches }) => branches.map(({ branch }) => branch));
}

describe('grouping of branches', () => {
  it('makes one set of what is tied over others, and leaves the rest alone', () => {
    const grouping = groupBranches({
      branches: five,
      couplings: [
        couplingOf('a', 'c'),
        couplingOf('c', 'e'),
        couplingOf('b', 'd', { binds: false }),
      ],
      choices: [],
    });
    expect(namesIn(grouping)).toEqual([['a', 'c', 'e'], ['b'], ['d']]);
    expect(grouping.weak.map(({ a, b }) => [a, b])).toEqual([['b', 'd']]);
  });

  it('keeps the id of a set while others come to it and go', () => {
    const alone = groupBranches({ branches: five, couplings: [], choices: [] });
    const joined = groupBranches({
      branches: five,
      couplings: [couplingOf('a', 'b')],
      choices: [],
    });
    expect(joined.sets[0]?.id).toBe(alone.sets[0]?.id);
    expect(joined.sets[0]?.id).toMatch(/^S-[0-9a-f]{8}$/);
    expect(setId('main', 'a')).not.toBe(setId('next', 'a'));
  });

  it('joins what a person joins, with the reason', () => {
    const grouping = groupBranches({
      branches: five,
      couplings: [],
      choices: [{ ...choice(1, 'join', ['d', 'b']), reason: 'one\nstory' }],
    });
    expect(namesIn(grouping)).toEqual([['a'], ['b', 'd'], ['c'], ['e']]);
    expect(grouping.sets[1]?.couplings).toEqual([
      expect.objectContaining({
        a: 'b',
        b: 'd',
        kind: 'joined',
        detail: 'joined by ada: one story',
      }),
    ]);
  });

  it('splits a set where a cut pair was all that held it together, and tells what was cut', () => {
    const grouping = groupBranches({
      branches: five,
      couplings: [couplingOf('a', 'b'), couplingOf('b', 'c')],
      choices: [{ ...choice(1, 'part', ['b', 'c']), reason: 'only a name' }],
    });
    expect(namesIn(grouping)).toEqual([['a', 'b'], ['c'], ['d'], ['e']]);
    expect(grouping.weak).toEqual([
      expect.objectContaining({
        a: 'b',
        b: 'c',
        binds: false,
        detail: 'b changes it, c calls it (parted by ada: only a name)',
      }),
    ]);
  });

  it('leaves a set whole where a cut pair is tied over a third branch', () => {
    const ring = [couplingOf('a', 'b'), couplingOf('b', 'c'), couplingOf('a', 'c')];
    const grouping = groupBranches({
      branches: five,
      couplings: ring,
      choices: [choice(1, 'part', ['a', 'b'])],
    });
    expect(namesIn(grouping)[0]).toEqual(['a', 'b', 'c']);
    expect(grouping.sets[0]?.couplings.map(({ binds }) => binds)).toEqual([true, true, false]);
  });

  it('counts the newest word on a pair, whichever of the two is named first', () => {
    const couplings = [couplingOf('a', 'b')];
    const choices = [choice(2, 'join', ['b', 'a']), choice(1, 'part', ['a', 'b'])];
    expect(namesIn(groupBranches({ branches: five, couplings, choices }))[0]).toEqual(['a', 'b']);
    const parted = [...choices, choice(3, 'part', ['b', 'a'])];
    expect(namesIn(groupBranches({ branches: five, couplings, choices: parted }))[0]).toEqual([
      'a',
    ]);
  });

  it('never ties what lands on different targets', () => {
    const branches = [reviewBranch('a'), reviewBranch('b', { target: 'next' })];
    const grouping = groupBranches({
      branches,
      couplings: [couplingOf('a', 'b')],
      choices: [choice(1, 'join', ['a', 'b'])],
    });
    expect(namesIn(grouping)).toEqual([['a'], ['b']]);
    expect(grouping.weak).toHaveLength(1);
  });

  it('looks at alternatives together, and tells no coupling between them', () => {
    const of = runIdOf('leader');
    const branches = ['x', 'y'].map((label) => reviewBranch(label, { variant: { of, label } }));
    const grouping = groupBranches({
      branches: [...branches, ...five],
      couplings: [couplingOf('x', 'y', { kind: 'same-hunk' }), couplingOf('a', 'x')],
      choices: [],
    });
    expect(namesIn(grouping).find((names) => names.includes('x'))).toEqual(['a', 'x', 'y']);
    expect(grouping.sets.flatMap(({ couplings }) => couplings)).toHaveLength(1);
  });

  it('passes over couplings and choices of branches that are gone', () => {
    const grouping = groupBranches({
      branches: five.slice(0, 1),
      couplings: [couplingOf('a', 'gone'), couplingOf('a', 'a')],
      choices: [choice(1, 'join', ['a', 'gone']), choice(2, 'join', ['a', 'a'])],
    });
    expect(namesIn(grouping)).toEqual([['a']]);
    expect(grouping.sets[0]?.couplings).toEqual([]);
  });
});

const pair = fc
  .tuple(fc.constantFrom(...NAMES), fc.constantFrom(...NAMES))
  .filter(([a, b]) => a < b)
  .map(([a, b]): readonly [string, string] => [a, b]);
const couplings = fc.array(
  fc
    .tuple(pair, fc.boolean())
    .map(([[a, b], binds]) => couplingOf(a, b, { binds, detail: `${a}${b}` })),
  { maxLength: 8 },
);
const choices = fc.array(fc.tuple(pair, fc.constantFrom('join' as const, 'part' as const)), {
  maxLength: 6,
});

describe('whatever ties branches', () => {
  it('the sets are the same in any order of branches, couplings and choices', () => {
    fc.assert(
      fc.property(couplings, choices, fc.nat(), (ties, said, seed) => {
        const made = said.map(([names, kind], turn) => choice(turn, kind, names));
        const turned = <Kind>(list: readonly Kind[]): readonly Kind[] =>
          list
            .map((_one, index) => list[(index + seed) % list.length])
            .filter((one) => one !== undefined);
        const one = groupBranches({ branches: five, couplings: ties, choices: made });
        const other = groupBranches({
          branches: turned(five),
          couplings: turned(ties),
          choices: turned(made),
        });
        expect(other).toEqual(one);
      }),
    );
  });

  it('every branch is in exactly one set, and no binding tie leads out of it', () => {
    fc.assert(
      fc.property(couplings, choices, (ties, said) => {
        const made = said.map(([names, kind], turn) => choice(turn, kind, names));
        const { sets, weak } = groupBranches({ branches: five, couplings: ties, choices: made });
        const all = sets.flatMap(({ branches }) => branches.map(({ branch }) => branch));
        expect(all.toSorted()).toEqual(NAMES);
        expect(weak.every(({ binds }) => !binds)).toBe(true);
        expect(new Set(sets.map(({ id }) => id)).size).toBe(sets.length);
      }),
    );
  });

  it('joining a pair always brings it into one set', () => {
    fc.assert(
      fc.property(couplings, choices, pair, (ties, said, [a, b]) => {
        const made = said.map(([names, kind], turn) => choice(turn, kind, names));
        const { sets } = groupBranches({
          branches: five,
          couplings: ties,
          choices: [...made, choice(99, 'join', [a, b])],
        });
        const home = sets.find(({ branches }) => branches.some(({ branch }) => branch === a));
        expect(home?.branches.some(({ branch }) => branch === b)).toBe(true);
      }),
    );
  });

  it('parting a pair never makes a set bigger', () => {
    fc.assert(
      fc.property(couplings, choices, pair, (ties, said, names) => {
        const made = said.map(([both, kind], turn) => choice(turn, kind, both));
        const before = groupBranches({ branches: five, couplings: ties, choices: made });
        const after = groupBranches({
          branches: five,
          couplings: ties,
          choices: [...made, choice(99, 'part', names)],
        });
        for (const set of after.sets) {
          const own = set.branches.map(({ branch }) => branch);
          const whole = namesIn(before).find((all) => own.every((one) => all.includes(one)));
          expect(whole).toBeDefined();
        }
      }),
    );
  });
});
