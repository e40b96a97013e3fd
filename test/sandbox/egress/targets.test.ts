import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { allows, isTrusted, parseHostRule } from '../../../src/sandbox/egress/gate.ts';
import {
  readAbsoluteForm,
  readAuthority,
  targetText,
} from '../../../src/sandbox/egress/request-head.ts';

const odd = (why: string): unknown => ({ kind: 'odd', why });

describe('the target of CONNECT', () => {
  it.each([
    ['example.com:443', 'example.com:443'],
    ['EXAMPLE.com:8443', 'example.com:8443'],
    ['8.8.8.8:53', '8.8.8.8:53'],
    ['[2606:4700::1]:443', '[2606:4700::1]:443'],
    ['a_b.example.com:1', 'a_b.example.com:1'],
  ])('%s is %s', (text, expected) => {
    const reading = readAuthority(text);
    expect(reading.kind === 'target' ? targetText(reading.target) : reading).toBe(expected);
  });

  it.each([
    ['example.com', 'names no port'],
    ['example.com:', 'is not a host with a port'],
    ['example.com:0', 'has no valid port'],
    ['example.com:65536', 'has no valid port'],
    ['example.com:0443', 'has no valid port'],
    ['example.com:+443', 'is not a host with a port'],
    ['user@example.com:443', 'carries a user name'],
    ['example.com:443@evil.example:443', 'carries a user name'],
    ['example.com.:443', 'is not a valid name'],
    ['.example.com:443', 'is not a valid name'],
    ['exa mple.com:443', 'is not a valid name'],
    ['example.com\r\nHost: x:443', 'is not a host with a port'],
    ['exämple.com:443', 'is not a valid name'],
    ['-example.com:443', 'is not a valid name'],
    ['0x7f.0.0.1:80', 'is an address in an odd form'],
    ['0177.0.0.1:80', 'is an address in an odd form'],
    ['2130706433:80', 'is an address in an odd form'],
    ['127.1:80', 'is an address in an odd form'],
    ['0x7f000001:80', 'is an address in an odd form'],
    ['example.0x1:80', 'is an address in an odd form'],
    ['[::1', 'is not a host with a port'],
    ['::1:80', 'is not a host with a port'],
    ['[::1%25lo]:80', 'is not a host with a port'],
    ['[1.2.3.4]:80', 'is not a valid address'],
    ['example.com:443/path', 'is not a host with a port'],
    [`${'a.'.repeat(130)}com:443`, 'has too long a name'],
    [':443', 'is not a host with a port'],
    ['', 'is not a host with a port'],
  ])('%j %s', (text, why) => expect(readAuthority(text)).toEqual(odd(why)));
});

describe('the target of every other request', () => {
  it.each([
    ['http://example.com', 'example.com:80', '/'],
    ['http://example.com:8080/a/b?c=d', 'example.com:8080', '/a/b?c=d'],
    ['http://example.com?x', 'example.com:80', '/?x'],
    ['HTTP://EXAMPLE.com/A', 'example.com:80', '/A'],
    ['http://example.com//evil.example/', 'example.com:80', '//evil.example/'],
  ])('%s is %s and %s', (text, target, path) => {
    const form = readAbsoluteForm(text);
    if ('kind' in form) throw new TypeError(form.why);
    expect([targetText(form.target), form.path]).toEqual([target, path]);
  });

  it.each([
    ['/path', 'is not an http address'],
    ['*', 'is not an http address'],
    ['https://example.com/', 'is not an http address'],
    ['ftp://example.com/', 'is not an http address'],
    ['http:///path', 'is not a host with a port'],
    ['http://a@example.com/', 'carries a user name'],
    ['http://example.com#@evil.example/', 'is not an http address'],
    ['http://example.com\\@evil.example/', 'carries a user name'],
    ['http://example.com\\.evil.example/', 'is not a valid name'],
  ])('%s %s', (text, why) => expect(readAbsoluteForm(text)).toEqual(odd(why)));
});

const label = fc.stringMatching(/^[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?$/);
const name = fc
  .array(label, { minLength: 2, maxLength: 5 })
  .map((labels) => [...labels.slice(0, -1), `x${labels.at(-1)}`].join('.'));
const port = fc.integer({ min: 1, max: 65_535 });

describe('rules of hosts', () => {
  it('let their own host through, at the ports that they say', () => {
    fc.assert(
      fc.property(name, port, (host, at) => {
        const plain = parseHostRule(host);
        const exact = parseHostRule(`${host}:${at}`);
        if (plain === null || exact === null) throw new TypeError(host);
        expect([80, 443, 8443].map((one) => allows(plain, { host, port: one }))).toEqual([
          true,
          true,
          false,
        ]);
        expect(allows(exact, { host, port: at })).toBe(true);
        expect(allows(exact, { host, port: (at % 65_535) + 1 })).toBe(false);
      }),
    );
  });

  it('let nothing through but what is below, with a star', () => {
    fc.assert(
      fc.property(name, label, name, (host, below, other) => {
        const rule = parseHostRule(`*.${host}`);
        if (rule === null) throw new TypeError(host);
        const lets = (one: string): boolean => allows(rule, { host: one, port: 443 });
        expect([`${below}.${host}`, `${below}.${below}.${host}`].map(lets)).toEqual([true, true]);
        expect([host, `${below}${host}`].map(lets)).toEqual([false, false]);
        expect(lets(other)).toBe(other.endsWith(`.${host}`));
      }),
    );
  });

  it('read every target that they let through the same way again', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        const reading = readAuthority(text);
        if (reading.kind === 'odd') return;
        expect(readAuthority(targetText(reading.target))).toEqual(reading);
      }),
    );
  });

  it.each(['*.8.8.8.8', 'example.com:0', 'example.com:99999', 'a b', '*', '**.a.b', 'A.com', ''])(
    '%j is none',
    (text) => expect(parseHostRule(text)).toBeNull(),
  );

  it('let an address through that is listed exactly, and none below it', () => {
    const rule = parseHostRule('8.8.8.8:53');
    expect(rule === null ? null : allows(rule, { host: '8.8.8.8', port: 53 })).toBe(true);
    const below = parseHostRule('*.8.8');
    expect(below === null ? null : allows(below, { host: '8.8.8.8', port: 443 })).toBe(false);
  });

  it('trust exact targets alone', () => {
    const trusted = ['packages.example:8081'];
    expect(isTrusted(trusted, { host: 'packages.example', port: 8081 })).toBe(true);
    expect(isTrusted(trusted, { host: 'packages.example', port: 443 })).toBe(false);
    expect(isTrusted(trusted, { host: 'a.packages.example', port: 8081 })).toBe(false);
  });
});
