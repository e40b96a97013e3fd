import fc from 'fast-check';
import { expect, it } from 'vitest';

import { matchPaths } from '../../src/words/path-globs.ts';

it.each([
  ['test-data/', 'test-data/unit/check.test', true],
  ['test-data/', 'lib/test-data/a', true],
  ['package-lock.json', 'web/package-lock.json', true],
  ['deploy-keys/**', 'deploy-keys/prod.pem', true],
  ['/infra-*/secrets.y?ml', 'infra-eu/secrets.yaml', true],
  ['infra-[a-c]', 'infra-b', true],
  ['test-data/', 'testdata/a', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(matchPaths([pattern])(path)).toBe(expected);
});

it('takes every character that has no meaning of its own as it is', () => {
  const plain = fc
    .string({ unit: 'grapheme', minLength: 1 })
    .filter((name) => !/[*?[\]\\/!]|^\.+$/.test(name));
  fc.assert(
    fc.property(plain, (name) => {
      expect(matchPaths([`/${name}`])(name)).toBe(true);
      expect(matchPaths([`${name}/`])(`a/${name}/b`)).toBe(true);
    }),
  );
});
