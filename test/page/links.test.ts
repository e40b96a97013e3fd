import fc from 'fast-check';
import { expect, it } from 'vitest';

import { branchLink, ownPath, path, safeUrl, withQuery } from '../../src/page/links.ts';

it('keeps names from outside in their piece of a path, whatever they hold', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (one, other) => {
      const made = path('runs', one, other);
      expect(made.split('/')).toHaveLength(4);
      expect(made).toMatch(/^\/[!-~]*$/);
    }),
  );
  expect(path('runs', '../x?y#z')).toBe('/runs/..%2Fx%3Fy%23z');
  expect(branchLink('roundsman/a b/2026')).toBe('/review/branch/roundsman/a%20b/2026');
});

it('goes nowhere but to paths of its own', () => {
  const elsewhere = [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '',
    'x',
    '/a\r\nb',
    '/a b',
  ];
  expect(elsewhere.map(ownPath)).toEqual(elsewhere.map(() => '/'));
  expect(ownPath('/runs/4k2v9x?a=b#report')).toBe('/runs/4k2v9x?a=b#report');
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(new URL(ownPath(`/${text}`), 'http://127.0.0.1:1').host).toBe('127.0.0.1:1');
    }),
  );
});

it('links to http and https only', () => {
  expect(
    ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', '//x', 'x'].map(safeUrl),
  ).toEqual([null, null, null, null, null]);
  expect(safeUrl('https://example.com/a')).toBe('https://example.com/a');
});

it('leaves out of a query what is empty', () => {
  expect(withQuery('/runs', { routine: null, before: 'a&b', show: '' })).toBe('/runs?before=a%26b');
  expect(withQuery('/runs', {})).toBe('/runs');
});
