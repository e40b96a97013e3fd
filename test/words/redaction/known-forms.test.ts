/** A known value is found in whatever form it was written, and in a stream wherever that is cut. */
import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { decodeEscapes } from '../../../src/words/redaction/decode-escapes.ts';
import { makeRedactor } from '../../../src/words/redaction/redactor.ts';
import { knownValues } from '../../../src/words/redaction/watch-known.ts';
import { cutInto } from '../../kit/cut-into.ts';

const value = fc
  .string({ unit: 'grapheme-ascii', minLength: 12, maxLength: 40 })
  .filter((text) => /^[!-~]+$/.test(text) && new Set(text).size > 6);

const ESCAPES: readonly ((letter: string) => string)[] = [
  (letter) => letter,
  (letter) => `%${hexOf(letter)}`,
  (letter) => `%${hexOf(letter).toUpperCase()}`,
  (letter) => `\\u00${hexOf(letter)}`,
  (letter) => `\\x${hexOf(letter)}`,
  (letter) => `\\u{${hexOf(letter)}}`,
  (letter) => `&#${letter.charCodeAt(0)};`,
  (letter) => `&#x${hexOf(letter)};`,
];

/** One by one: what follows may not belong to the number. */
const MORE_ESCAPES: Readonly<Record<string, (letter: string) => string>> = {
  'numbers without an end': (letter) => `&#${letter.charCodeAt(0)}`,
  'hexadecimal numbers without an end': (letter) => `&#x${hexOf(letter)}`,
  'numbers with many zeros': (letter) => `&#${'0'.repeat(20)}${letter.charCodeAt(0)};`,
  'hexadecimal numbers with many zeros': (letter) => `&#X${'0'.repeat(20)}${hexOf(letter)};`,
  'code points with zeros': (letter) => `\\u{${'0'.repeat(8)}${hexOf(letter)}}`,
  'octal numbers of three digits': (letter) => `\\${octalOf(letter).padStart(3, '0')}`,
  'octal numbers of two or three digits': (letter) => `\\${octalOf(letter)}`,
};

/** Each letter in a form of its own, except those that would end an escape or begin one. */
const escaped = fc
  .tuple(
    value,
    fc.array(fc.integer({ min: 0, max: ESCAPES.length - 1 }), { minLength: 40, maxLength: 40 }),
  )
  .map(([text, ways]) => ({
    text,
    written: Array.from(text, (letter, at) =>
      /[A-Za-z0-9]/.test(letter)
        ? (ESCAPES[ways[at] ?? 0]?.(letter) ?? letter)
        : `%${hexOf(letter)}`,
    ).join(''),
  }));

const encoded = fc
  .tuple(
    value,
    fc.integer({ min: 0, max: 8 }),
    fc.string({ maxLength: 5 }),
    fc.integer({ min: 12, max: 76 }),
  )
  .map(([text, way, before, width]) => {
    const bytes = Buffer.from(before + text);
    const wide = Buffer.from(before + text, 'utf16le');
    const indented = `\n    ${bytes.toString('base64').replaceAll(new RegExp(`.{${width}}`, 'g'), '$&\n    ')}`;
    const forms = [
      text,
      Array.from(text).toReversed().join(''),
      bytes.toString('base64'),
      bytes.toString('base64url'),
      indented,
      bytes.toString('hex'),
      wide.toString('latin1'),
      Buffer.from(wide).swap16().toString('latin1'),
      wide.toString('base64'),
    ];
    return { text, written: forms[way] ?? text };
  });

function octalOf(letter: string): string {
  return letter.charCodeAt(0).toString(8);
}

function hexOf(letter: string): string {
  return letter.charCodeAt(0).toString(16).padStart(2, '0');
}

describe('a known value', () => {
  it('is found however its letters are escaped, up to three times over', () => {
    fc.assert(
      fc.property(escaped, fc.integer({ min: 0, max: 2 }), ({ text, written }, more) => {
        let all = written;
        for (let level = 0; level < more; level += 1) all = all.replaceAll('%', '%25');
        const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
        expect(redactor.findKnown(`before ${all} after`)).not.toEqual([]);
        expect(redactor.text(`before ${all} after`)).toBe('before [redacted: TOKEN] after');
      }),
      { numRuns: 200 },
    );
  });

  it.each(Object.entries(MORE_ESCAPES))('is found with its signs as %s', (_, escape) => {
    const text = 'qw_gr-ty+ui/op?ys=jk.ml';
    const written = text.replaceAll(/[^a-z]/g, escape);
    const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
    expect(redactor.text(`before ${written} after`)).toBe('before [redacted: TOKEN] after');
  });

  it('is found with its signs as their names in HTML', () => {
    const text = `qw_er-ty+ui/op=as.df:gh"jk'l&z?x!c@v#b$n~m`;
    const written =
      'qw&lowbar;er&hyphen;ty&plus;ui&sol;op&equals;as&period;df&colon;gh&quot;jk&apos;l&amp;z&quest;x&excl;c&commat;v&num;b&dollar;n~m';
    const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
    expect(redactor.text(`before ${written} after`)).toBe('before [redacted: TOKEN] after');
  });

  it('is found where C escapes its question mark', () => {
    const redactor = makeRedactor([{ name: 'TOKEN', value: 'what?is=this' }]);
    expect(redactor.text(String.raw`a what\?is=this b`)).toBe('a [redacted: TOKEN] b');
  });

  it.each([
    ['ab%41cd1234EFGH99', 'ab%41cd%31234EFGH99'],
    ['ab%41cd1234EFGH99', 'ab%41cd%2531234EFGH99'],
    ['ab%2541cd1234EFGH99', 'ab%2541cd%252531234EFGH99'],
    [String.raw`ab\x41cd1234EFGH99`, String.raw`ab\x41cd\u0031234EFGH99`],
    ['ab&#65;cd1234EFGH99', 'ab&#65;cd%31234EFGH99'],
  ])('%s that itself looks escaped is found as %s', (text, written) => {
    const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
    expect(redactor.text(`before ${written} after`)).toBe('before [redacted: TOKEN] after');
    expect(redactor.findKnown(`before ${written} after`)).not.toEqual([]);
  });

  it('is found where one window ends, with each letter escaped three times over', () => {
    const text = `${'q7WmXv02LsTz94KdRb'.repeat(20)}end`;
    const once = (all: string): string =>
      Array.from(all, (letter) => `&#x${hexOf(letter)};`).join('');
    const written = once(once(once(text)));
    const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
    expect(redactor.longest()).toBeGreaterThanOrEqual(written.length);
    const around = ['x'.repeat(220_000), 'x'.repeat(300_000)];
    expect(redactor.findKnown(around.join(` ${written} `))).not.toEqual([]);
  });

  it('is found in each encoding, with anything around it', () => {
    fc.assert(
      fc.property(encoded, fc.string(), fc.string(), ({ text, written }, before, after) => {
        const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
        const around = [before, after].map((one) => Buffer.from(one).toString('latin1'));
        const whole = `${around[0]} ${written} ${around[1]}`;
        expect(redactor.findKnown(whole).map(({ name }) => name)).toContain('TOKEN');
      }),
      { numRuns: 300 },
    );
  });

  it('is found among two hundred others', () => {
    const others = Array.from({ length: 200 }, (_, n) => ({
      name: `T${n}`,
      value: `token-${n}-${(n * 7_919).toString(36)}-abc`,
    }));
    const redactor = makeRedactor(others);
    for (const { name, value: own } of others)
      expect(redactor.text(`x${Buffer.from(own).toString('base64')}`)).toContain(
        `[redacted: ${name}]`,
      );
  });

  it('that is not there is not found', () => {
    fc.assert(
      fc.property(value, fc.string({ unit: 'binary', maxLength: 2_000 }), (text, other) => {
        const bytes = Buffer.from(other).toString('latin1');
        fc.pre(!bytes.includes(text));
        const redactor = makeRedactor([{ name: 'TOKEN', value: text }]);
        expect(redactor.findKnown(bytes)).toEqual([]);
      }),
    );
  });
});

describe('a stream that is watched', () => {
  it('ends before a value in any form, wherever it is cut', () => {
    fc.assert(
      fc.property(
        fc.oneof(encoded, escaped),
        fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 20 }),
        ({ text, written }, widths) => {
          const watch = knownValues([{ name: 'KEY', value: text }]).watch();
          let passed = '';
          let seen = false;
          for (const piece of cutInto(`before ${written} after`, widths)) {
            const out = watch.write(piece);
            if (out === null) seen = true;
            else passed += out;
          }
          expect(seen).toBe(true);
          expect(watch.end()).toBeNull();
          expect(`before ${written}`.startsWith(passed)).toBe(true);
          expect(makeRedactor([{ name: 'KEY', value: text }]).findKnown(passed)).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each([1, 2, 3])('ends before a long value whose letters are escaped %i times', (levels) => {
    const text = `${'q7WmXv02LsTz94KdRb'.repeat(6)}end`;
    let written = text;
    for (let level = 0; level < levels; level += 1)
      written = Array.from(written, (letter) => `&#x${hexOf(letter)};`).join('');
    const watch = knownValues([{ name: 'KEY', value: text }]).watch();
    const cut = written.length - 3_000 / (4 - levels);
    let passed = '';
    let seen = false;
    for (const piece of [`before ${written.slice(0, cut)}`, ...cutInto(written.slice(cut), [97])]) {
      const out = watch.write(piece);
      seen ||= out === null;
      passed += out ?? '';
    }
    expect({ seen, passed }).toEqual({ seen: true, passed: 'before ' });
  });

  it('without one passes as it is', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(fc.constantFrom('sk-real', 'sk-', '%7', '\\u00', '\n', '&#'), fc.string()),
        ),
        (parts) => {
          const watch = knownValues([{ name: 'KEY', value: 'sk-real-4f9d2c7be1a05836' }]).watch();
          const out = parts.map((part) => watch.write(part) ?? '').join('') + (watch.end() ?? '');
          expect(out).toBe(parts.join(''));
        },
      ),
    );
  });
});

it('what is decoded leads back to where it stood', () => {
  fc.assert(
    fc.property(escaped, fc.string(), ({ text, written }, before) => {
      const whole = `${before.replaceAll(/[%\\&]/g, '')} ${written}`;
      const decoded = decodeEscapes(whole, false);
      if (decoded === null) return;
      const at = decoded.text.indexOf(text);
      expect(whole.slice(decoded.startOf(at), decoded.endOf(at + text.length))).toBe(written);
    }),
  );
});

it('half a value behind a run that is too long to wait for is redacted with its other half', () => {
  const token = 'q7WmXv02LsTz94KdRb';
  for (const half of [5, 9, 14]) {
    const stream = makeRedactor([{ name: 'TOKEN', value: token }]).stream();
    const out = [`ghp_${'a'.repeat(70_000)}${token.slice(0, half)}`, `${token.slice(half)}\n`]
      .map((chunk) => stream.write(chunk))
      .join('');
    expect(out + stream.end()).toBe('[redacted][redacted: TOKEN]\n');
  }
});
