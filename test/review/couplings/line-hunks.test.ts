import fc from 'fast-check';
import { expect, test } from 'vitest';

import { lineHunks, linesOf, rowAfter } from '../../../src/review/couplings/line-hunks.ts';

const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });

test('hunks turn the old text into the new one, whatever both are', () => {
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const made: string[] = [];
      let row = 0;
      for (const { from, to, at, end } of lineHunks(before, after)) {
        made.push(...before.slice(row, from), ...after.slice(at, end));
        row = to;
      }
      expect([...made, ...before.slice(row)]).toEqual(after);
    }),
  );
});

test('what is alike differs in nothing', () => {
  fc.assert(
    fc.property(lines, (text) => {
      expect(lineHunks(text, text)).toEqual([]);
    }),
  );
});

test('a row outside of every change is found again', () => {
  const hunks = lineHunks(['a', 'b', 'c', 'd'], ['a', 'x', 'y', 'c', 'd']);
  expect(hunks).toEqual([{ from: 1, to: 2, at: 1, end: 3 }]);
  expect([0, 2, 3].map((row) => rowAfter(hunks, row))).toEqual([0, 3, 4]);
});

test('a hundred thousand lines that all differ are one change', () => {
  const before = linesOf(Array.from({ length: 100_000 }, (_, row) => `old ${row}`).join('\n'));
  const after = linesOf(Array.from({ length: 100_000 }, (_, row) => `new ${row}`).join('\n'));
  expect(lineHunks(before, after)).toEqual([{ from: 0, to: 100_000, at: 0, end: 100_000 }]);
});

test('the last line counts with and without its end', () => {
  expect([linesOf(''), linesOf('\n'), linesOf('a'), linesOf('a\n'), linesOf('a\n\n')]).toEqual([
    [],
    [''],
    ['a'],
    ['a'],
    ['a', ''],
  ]);
});
