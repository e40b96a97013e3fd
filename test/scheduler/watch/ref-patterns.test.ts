import { expect, test } from 'vitest';

import { branchMatcher, matchesGlob, tagMatcher } from '../../../src/scheduler/watch/git-source.ts';

test.each([
  ['main', 'main', true],
  ['main', 'maintenance', false],
  ['main', 'feature/main', false],
  ['release/*', 'release/1.0', true],
  ['release/*', 'release/1.0/fix', false],
  ['release/**', 'release/1.0/fix', true],
  ['**/fix', 'fix', true],
  ['**/fix', 'a/b/fix', true],
  ['**/fix', 'a/suffix', false],
  ['a/**/b', 'a/b', true],
  ['a/**/b', 'a/x/y/b', true],
  ['a/**/b', 'a/xb', false],
  ['v?.*', 'v1.2.3', true],
  ['v?.*', 'v10.2', false],
  ['**', 'any/thing', true],
  ['*', 'any/thing', false],
  ['v1.0+x', 'v1.0+x', true],
  ['', '', true],
  ['*', '', true],
])('%s and %s: %s', (glob, name, expected) => {
  expect(matchesGlob(glob, name)).toBe(expected);
});

test('no pattern is slow', () => {
  expect(matchesGlob('*a'.repeat(120), 'a'.repeat(250))).toBe(true);
  expect(matchesGlob(`${'**a'.repeat(200)}b`, 'a'.repeat(1000))).toBe(false);
});

test('a pattern means branches here, unless it begins with the name of a remote', () => {
  const matches = branchMatcher(['main', '**', '!wip/**', 'origin/*']);
  expect(
    [
      'refs/heads/main',
      'refs/heads/wip/x',
      'refs/heads/a/b',
      'refs/remotes/origin/main',
      'refs/remotes/fork/main',
      'refs/tags/main',
    ].filter(matches),
  ).toEqual(['refs/heads/main', 'refs/heads/a/b', 'refs/remotes/origin/main']);
});

test('branches that runs leave count only when they are asked for by name', () => {
  expect(branchMatcher(['**'])('refs/heads/roundsman/sweep/2026')).toBe(false);
  expect(branchMatcher(['roundsman/**'])('refs/heads/roundsman/sweep/2026')).toBe(true);
});

test('tags are matched by their own patterns', () => {
  expect(tagMatcher(['v*', '!v0.*'])('refs/tags/v1.0')).toBe(true);
  expect(tagMatcher(['v*', '!v0.*'])('refs/tags/v0.9')).toBe(false);
  expect(tagMatcher(['v*'])('refs/heads/v1')).toBe(false);
  expect(tagMatcher([])('refs/tags/v1')).toBe(false);
});
