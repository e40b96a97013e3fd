import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { scanJson, type Wanted } from '../../../src/engines/gateway/scan-json.ts';

const WANTED: Wanted = { a: 'a', b: { c: 'c', d: { e: 'e' } }, usage: 'usage' };

type Told = readonly (readonly [string, string | number])[];

/** In pieces of these sizes, the last for ever. */
function told(text: string, sizes: readonly number[]): Told {
  const all: [string, string | number][] = [];
  const scan = scanJson(WANTED, (leaf, value) => all.push([leaf, value]));
  const bytes = Buffer.from(text);
  let at = 0;
  for (let piece = 0; at < bytes.length; piece += 1) {
    const size = sizes[Math.min(piece, sizes.length - 1)] ?? 1;
    scan.write(bytes, at, Math.min(bytes.length, at + size));
    at += size;
  }
  scan.end();
  return all;
}

/** The same by way of the whole document. */
function expected(value: unknown): Told {
  return Array.isArray(value) ? value.flatMap((one) => found(one, WANTED)) : found(value, WANTED);
}

function found(value: unknown, wanted: Wanted): Told {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]): Told => {
    if (!Object.hasOwn(wanted, name)) return [];
    const leaf = wanted[name];
    if (typeof leaf === 'object') return found(inner, leaf);
    return leaf !== undefined && (typeof inner === 'number' || typeof inner === 'string')
      ? [[leaf, inner]]
      : [];
  });
}

/** As our own words are written: without escapes, which no server needs for names and models. */
const plain = fc.stringMatching(/^[ -!#-[\]-~]{0,20}$/);
const name = fc.oneof(fc.constantFrom('a', 'b', 'c', 'd', 'e', 'usage'), fc.string());
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'medium' },
    plain,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.constantFrom(null, true, false),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(name, tie('tree'), { maxKeys: 6 }),
  ),
}));

describe('a scan of JSON', () => {
  it('finds what reading the whole document finds, however it comes in', () => {
    fc.assert(
      fc.property(
        tree,
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }),
        (value, sizes) => {
          const once: unknown = JSON.parse(JSON.stringify(value));
          expect(told(JSON.stringify(once), sizes)).toEqual(expected(once));
          expect(told(JSON.stringify(once, null, 2), sizes)).toEqual(expected(once));
        },
      ),
    );
  });

  it('passes over anything else without a word', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => told(text, [3])).not.toThrow();
      }),
    );
    expect(told('}}}{"a": 1}', [100])).toEqual([]);
  });

  it('does not take what is quoted in a text for a value', () => {
    const text = JSON.stringify({ text: '{"a": 5, "b": {"c": 6}}\\"', a: 1, list: [{ a: 2 }] });
    expect(told(text, [1])).toEqual([['a', 1]]);
  });

  it('keeps at most 256 bytes of a value', () => {
    expect(told(JSON.stringify({ a: 'x'.repeat(1_000) }), [7])).toEqual([['a', 'x'.repeat(256)]]);
  });

  it('has forgotten everything when a document ends in its middle', () => {
    const all: unknown[] = [];
    const scan = scanJson(WANTED, (leaf, value) => all.push([leaf, value]));
    for (const text of ['{"b": {"c": "\\', '{"b": {"x": [{', '{"a": 12']) {
      scan.write(Buffer.from(text), 0, text.length);
      scan.end();
    }
    expect(all).toEqual([['a', 12]]);
  });
});
