import { expect, it } from 'vitest';

import { leftOutBy } from '../../src/collectors/registry.ts';
import type { Collector } from '../../src/words/routine.ts';
import { routineNamed } from '../kit/routine.ts';

const todos: Collector = {
  kind: 'todos',
  markers: ['TODO'],
  olderThanMs: 0,
  paths: ['src', 'lib'],
  exclude: ['src/vendor'],
};
const commits: Collector = { kind: 'commits', paths: [], max: 10 };

function leftOut(collect: readonly Collector[], engine = 'builtin'): readonly string[] {
  const { agent } = routineNamed('sweep');
  const isOut = leftOutBy({ collect, agent: { ...agent, engine } });
  return ['src/a.ts', 'src/vendor/b.ts', 'docs/c.md'].filter(isOut);
}

it('is what all collectors leave out, where the built-in engine judges', () => {
  expect(leftOut([todos])).toEqual(['src/vendor/b.ts', 'docs/c.md']);
  expect(leftOut([todos, { ...todos, paths: [], exclude: [] }])).toEqual([]);
  expect(leftOut([todos, commits])).toEqual([]);
  expect(leftOut([])).toEqual([]);
});

it('is nothing where an agent may find anything anywhere', () => {
  expect(leftOut([todos], 'claude')).toEqual([]);
});
