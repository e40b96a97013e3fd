import fc from 'fast-check';
import { expect, test } from 'vitest';

import { credentialsIn, whyNotPushed, withoutCredentials } from '../../src/ledger/push-rules.ts';

test.each([
  ['main', 'main is a protected name'],
  ['Master', 'Master is a protected name'],
  ['HEAD', 'HEAD is a protected name'],
  ['release/2.0', 'release/2.0 is a protected name'],
  ['release-2.0', 'release-2.0 is a protected name'],
  ['2.x', '2.x is a protected name'],
  ['gh-pages', 'gh-pages is a protected name'],
  ['Trunk2', 'Trunk2 is a branch that work starts from or lands on'],
  ['-x', '"-x" is not a name for a branch'],
  ['a..b', '"a..b" is not a name for a branch'],
  ['refs/heads/x', '"refs/heads/x" is not a name for a branch'],
  ['a b', '"a b" is not a name for a branch'],
  ['x:main', '"x:main" is not a name for a branch'],
])('nothing is pushed to %s', (ref, why) => {
  expect(whyNotPushed(ref, ['trunk2'])).toBe(why);
});

test('a name of its own is pushed to', () => {
  expect(whyNotPushed('roundsman/todo-sweep/2026-11-21-abc123', ['main'])).toBeNull();
  expect(whyNotPushed('fix/release-notes', ['main'])).toBeNull();
});

test.each([
  ['https://ada:t0ken@git.example.org/a.git', 'https://git.example.org/a.git'],
  ['https://t0ken@git.example.org/a.git', 'https://git.example.org/a.git'],
  ['ssh://git:pw@git.example.org:22/a.git', 'ssh://git@git.example.org:22/a.git'],
  ['git@git.example.org:a.git', 'git@git.example.org:a.git'],
  ['https://ada:t0k@en@git.example.org/a.git', 'https://git.example.org/a.git'],
  ['https://git.example.org/a.git?private_token=t0ken', 'https://git.example.org/a.git?***'],
  ['https://git.example.org/a@b.git', 'https://git.example.org/a@b.git'],
  ['/srv/a.git', '/srv/a.git'],
  ['file:///srv/a@b.git', 'file:///srv/a@b.git'],
])('%s is shown without credentials', (url, shown) => {
  expect(withoutCredentials(url)).toBe(shown);
});

test('whatever the password, it is neither shown nor missed', () => {
  const word = fc.stringMatching(/^[A-Za-z0-9%._~-]{8,30}$/);
  fc.assert(
    fc.property(word, word, (user, password) => {
      const url = `https://${user}:${password}@h.example/x.git`;
      expect(withoutCredentials(url)).toBe('https://h.example/x.git');
      expect(credentialsIn(url)).toContain(password);
    }),
  );
});
