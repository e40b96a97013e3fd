import { expect, it } from 'vitest';

import { shareKeys } from '../../../../src/collectors/builtin/todo-sweep/plan-sweep.ts';
import { itemKeys, todo } from '../../../kit/briefs.ts';

/** `a b a` names the files of notes in their order. */
function shared(files: string, keys: number): string {
  const notes = files.split(' ').map((path, index) => todo({ ageDays: 40, path, line: index + 1 }));
  const given = shareKeys(notes, itemKeys(1, keys));
  return notes.map(({ fingerprint }) => given.get(fingerprint)?.slice(3) ?? '-').join(' ');
}

it.each([
  ['a b c', 2, '1 2 -'],
  ['a b a', 2, '1 - 2'],
  ['a b b b c', 3, '1 - - - 2'],
  ['a a a a', 3, '1 2 3 -'],
  ['a b', 0, '- -'],
])('%s with %d keys: all notes of a file together, what matters first', (files, keys, expected) => {
  expect(shared(files, keys)).toBe(expected);
});
