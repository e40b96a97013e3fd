import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { compileEntry } from '../../../src/routines/compile/compile-entry.ts';
import {
  chainProblems,
  refuseBadChains,
  type ChainMember,
} from '../../../src/routines/rules/chain-problems.ts';
import { bytesOf, context } from '../../kit/definitions.ts';

function member(id: string, ...follows: readonly string[]): ChainMember {
  return {
    id,
    file: `routines/${id}.yaml`,
    follows: follows.map((one, index) => ({ id: one, line: 2, column: 10 + index })),
  };
}

function said(members: readonly ChainMember[], others: readonly string[] = []): readonly string[] {
  return chainProblems(members, others).map(
    ({ file, line, column, code, message, hint }) =>
      `${file}:${line}:${column} ${code} ${message} | ${hint}`,
  );
}

describe('chainProblems', () => {
  test('a chain that ends is fine, however it branches', () => {
    expect(
      said([member('a'), member('b', 'a'), member('c', 'a', 'b'), member('d', 'c', 'a')]),
    ).toEqual([]);
  });

  test('a routine that is not there is named with the nearest', () => {
    expect(said([member('release-check'), member('b', 'release-chek')])).toEqual([
      'routines/b.yaml:2:10 unknown-routine `on.routine.completed` names `release-chek`, and there is no such routine | Did you mean `release-check`?',
    ]);
  });

  test('one whose file is broken is there', () => {
    expect(said([member('b', 'a')], ['a'])).toEqual([]);
  });

  test('the file that closes a circle is named, in the order in which runs would follow', () => {
    expect(said([member('a', 'c'), member('b', 'a'), member('c', 'b')])).toEqual([
      'routines/b.yaml:2:10 circle `on.routine.completed` closes a circle that would never end: b → c → a → b | Remove `a` from it, or break the circle elsewhere.',
    ]);
  });

  test('a routine that follows itself is one', () => {
    expect(said([member('a', 'a')])).toEqual([
      'routines/a.yaml:2:10 circle `on.routine.completed` names the routine itself, `a`: it would start itself for ever | Remove `a` from it, or break the circle elsewhere.',
    ]);
  });

  test('a chain of ten thousand is walked', () => {
    const members = Array.from({ length: 10_000 }, (_, index) =>
      member(`r${index}`, `r${(index + 1) % 10_000}`),
    );
    expect(chainProblems(members).map(({ file }) => file)).toEqual(['routines/r9999.yaml']);
  });

  test('without the links that are named every chain ends, and no link of a chain that ends is named', () => {
    const graph = fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 7 }), { maxLength: 3 }), {
      minLength: 8,
      maxLength: 8,
    });
    fc.assert(
      fc.property(graph, (links) => {
        const members = links.map((targets, index) =>
          member(`r${index}`, ...targets.map((target) => `r${target}`)),
        );
        const problems = chainProblems(members);
        const named = new Set(problems.map(({ file, column }) => `${file} ${column}`));
        const left = members.map((one) => ({
          ...one,
          follows: one.follows.filter(({ column }) => !named.has(`${one.file} ${column}`)),
        }));
        expect(hasCircle(left)).toBe(false);
        expect(problems.length > 0).toBe(hasCircle(members));
      }),
    );
  });
});

/** By taking away what follows nothing, over and over. */
function hasCircle(members: readonly ChainMember[]): boolean {
  const left = new Map(members.map(({ id, follows }) => [id, follows.map((one) => one.id)]));
  for (let before = -1; before !== left.size;) {
    before = left.size;
    for (const [id, follows] of left) {
      if (!follows.some((one) => left.has(one))) left.delete(id);
    }
  }
  return left.size > 0;
}

test('in a catalog only the file that closes the circle is broken, at the place that does', () => {
  const entry = (name: string, text: string) =>
    compileEntry(name, { kind: 'content', bytes: bytesOf(`${text}\ncollect: [todos]\n`) }, context);
  const entries = refuseBadChains([
    entry('a.yaml', 'on:\n  routine:\n    completed:\n      - b'),
    entry('b.yaml', 'on: { routine: a }'),
    entry('c.yaml', 'on: { routine: [a, b] }'),
  ]);
  expect(entries.map(({ id, kind }) => `${id} ${kind}`)).toEqual([
    'a routine',
    'b broken',
    'c routine',
  ]);
  const [, broken] = entries;
  expect(broken?.kind === 'broken' && broken.problems).toMatchObject([
    { file: 'routines/b.yaml', line: 1, column: 16, code: 'circle' },
  ]);
});
