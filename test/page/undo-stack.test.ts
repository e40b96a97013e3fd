import { expect, it } from 'vitest';

import { openUndoStacks } from '../../src/page/undo-stack.ts';

it('gives back the newest of its own session, once', () => {
  const of = openUndoStacks();
  for (const said of ['one', 'two']) of('a').push({ said, back: [] });
  of('b').push({ said: 'other', back: [] });
  expect(of('a').newest()?.said).toBe('two');
  expect([of('a').take(), of('a').take(), of('a').take()].map((step) => step?.said)).toEqual([
    'two',
    'one',
    undefined,
  ]);
  expect(of('b').take()?.said).toBe('other');
});

it('forgets the oldest steps, and the sessions that decided longest ago', () => {
  const of = openUndoStacks();
  for (let number = 0; number < 40; number += 1) of('a').push({ said: String(number), back: [] });
  const left = Array.from({ length: 40 }, () => of('a').take()?.said).filter(Boolean);
  expect([left.length, left.at(-1)]).toEqual([30, '10']);
  for (let number = 0; number < 60; number += 1) of(`s${number}`).push({ said: 'x', back: [] });
  expect([of('s0').newest(), of('s59').newest()?.said]).toEqual([null, 'x']);
});
