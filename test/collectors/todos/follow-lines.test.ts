import { Buffer } from 'node:buffer';

import { expect, test } from 'vitest';

import { followLines } from '../../../src/collectors/todos/follow-lines.ts';

const NOTE = '// TODO: count the pages of the book again';

function follow(before: readonly string[], after: readonly string[], line: number): unknown {
  const [then, now] = [before, after].map((lines) => Buffer.from(`${lines.join('\n')}\n`));
  const versions = { before: then ?? Buffer.alloc(0), after: now ?? Buffer.alloc(0) };
  return followLines(versions, [line]).get(line);
}

test('a line above or below all that changed keeps its place from the top or from the end', () => {
  expect(follow([NOTE, 'a', 'b'], [NOTE, 'x', 'y', 'b'], 1)).toEqual({ kind: 'at', line: 1 });
  expect(follow(['a', 'b', NOTE], ['x', 'y', 'z', 'b', NOTE], 5)).toEqual({ kind: 'at', line: 3 });
});

test('between two changes a line is found by its own text, blanks aside', () => {
  const before = ['a', NOTE, 'b', 'c'];
  expect(follow(before, ['x', 'y', `  ${NOTE}\r`, 'b', 'z'], 3)).toEqual({ kind: 'at', line: 2 });
});

test('twins are told apart by a neighbour that there is once', () => {
  const first = ['function countThePagesOfTheBook() {', '// TODO', '}'];
  const second = ['function countTheBooksOfTheShelf() {', '// TODO', '}'];
  const before = ['a', ...first, ...second, 'b'];
  const after = ['x', ...first, 'new', ...second, 'y'];
  expect(follow(before, after, 3)).toEqual({ kind: 'at', line: 3 });
  expect(follow(before, after, 7)).toEqual({ kind: 'at', line: 6 });
});

test('twins without such a neighbour, and what is too short for a move, are left to git', () => {
  const unsure = { kind: 'unsure' };
  expect(follow(['a', '// TODO', '// TODO', 'b'], ['x', '// TODO', 'y'], 2)).toEqual(unsure);
  expect(follow(['a', '// TODO', 'b'], ['x', '// TODO', 'y'], 2)).toEqual(unsure);
  expect(follow([NOTE, 'a', 'b'], [NOTE, 'x', NOTE, 'b'], 3)).toEqual(unsure);
});

test('a line that no line before reads like is gone', () => {
  expect(follow(['a', 'b'], ['a', NOTE, 'b'], 2)).toEqual({ kind: 'gone' });
  expect(follow([], [NOTE], 1)).toEqual({ kind: 'gone' });
});
