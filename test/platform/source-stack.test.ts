import { expect, it } from 'vitest';

import { sourceStack } from '../../src/platform/source-stack.ts';
import { gitRepo } from '../kit/git-repo.ts';
import { runCli } from '../kit/run-cli.ts';

it('the stack of an error of the program as it ships names its sources', () => {
  const repo = gitRepo({ a: 'a' });
  const { stderr } = runCli(['show', 'nothing', '--verbose'], { cwd: repo.path });
  const places = stderr
    .split('\n')
    .filter((line) => /^ +at /.test(line) && !line.includes('node:'));
  expect(places.join('\n')).toMatch(/src\/cli\/program\.ts:\d+:\d+/);
  expect(places.filter((line) => line.includes('/dist/'))).toEqual([]);
});

it('a place without a map stays as it is', () => {
  const error = new Error('no');
  error.stack = 'Error: no\n    at work (/nowhere/a b.js:1:2)\n    at /nowhere/c.js:3:4';
  expect(sourceStack(error)).toBe(error.stack);
});
