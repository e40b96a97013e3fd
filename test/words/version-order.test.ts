import fc from 'fast-check';
import { expect, test } from 'vitest';

import { compareVersions, isPrerelease } from '../../src/words/version-order.ts';

test('versions of all schemes stand in order', () => {
  const order = [
    'no version',
    '0.9',
    '1.0.0.dev1',
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0a2',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0.M3',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.0.post1',
    '1.0.1',
    '1.10',
    '26.05.1',
    '1!0.1',
  ];
  expect(order.toReversed().toSorted(compareVersions)).toEqual(order);
});

test.each([
  ['1.2', '1.2.0'],
  ['v1.2.0', '1.2.0'],
  ['4.0.0.RELEASE', '4.0.0'],
  ['1.2.0+build.7', '1.2.0'],
])('%s is %s', (left, right) => {
  expect(compareVersions(left, right)).toBe(0);
});

test('what comes before a release is told from what comes after', () => {
  expect(['1.0b2', '2.34.0.dev1', '6.0.0-next.3'].every(isPrerelease)).toBe(true);
  expect(['1.0', '1.0.post1', '4.0.0.Final'].some(isPrerelease)).toBe(false);
});

test('the order is one: it can be turned round and passed on', () => {
  const part = fc.constantFrom(
    '1',
    '0',
    '10',
    '.',
    '-',
    'rc',
    'a',
    'alpha',
    'dev',
    'post',
    'x',
    '+',
    '!',
  );
  const version = fc.array(part, { maxLength: 8 }).map((parts) => `1${parts.join('')}`);
  fc.assert(
    fc.property(version, version, version, (a, b, c) => {
      expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)) || 0);
      const [low = a, middle = b, high = c] = [a, b, c].toSorted(compareVersions);
      expect(compareVersions(low, middle)).toBeLessThanOrEqual(0);
      expect(compareVersions(middle, high)).toBeLessThanOrEqual(0);
      expect(compareVersions(low, high)).toBeLessThanOrEqual(0);
    }),
  );
});
