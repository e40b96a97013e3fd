/** A secret may arrive in pieces, in whatever form it was printed: nothing of it may be left, wherever it was cut. */
import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { makeRedactor, type Redactor } from '../../../src/words/redaction/redactor.ts';
import { cutInto } from '../../kit/cut-into.ts';

const KEY = [
  '-----BEGIN RSA PRIVATE KEY-----',
  ...Array.from({ length: 12 }, (_, line) =>
    `k${line}Qm7+xT2/hVb9LzR4wYc1NsD8fGj3`.padEnd(64, 'aZ0bY1'),
  ),
  '-----END RSA PRIVATE KEY-----',
].join('\n');

const SECRETS = [
  { name: 'TOKEN', value: 'p4ss+w/rd=&"x\\y é<z>_*' },
  { name: 'HEX', value: 'a3f9c2e177d0b8e4' },
  { name: 'SHORT', value: 'Zq8!mK2x' },
];

/** As programs print it: bytes of a terminal, one character each. */
function printed(value: string): Readonly<Record<string, string>> {
  const bytes = Buffer.from(value);
  const hex = bytes.toString('hex');
  const encoded = [0, 1, 2].flatMap((before) => {
    const all = Buffer.concat([Buffer.from('xyz'.slice(0, before)), bytes, Buffer.from('tail')]);
    const base64 = all.toString('base64');
    return [
      [`base64 at ${before}`, base64],
      [`base64 at ${before} for addresses`, all.toString('base64url')],
      [`base64 at ${before} in lines`, inLines(base64, 13)],
      [`base64 at ${before} in lines with returns`, inLines(base64, 11, '\r\n')],
    ] as const;
  });
  const url = encodeURIComponent(value);
  return {
    raw: bytes.toString('latin1'),
    JSON: Buffer.from(JSON.stringify(value)).toString('latin1'),
    'JSON in JSON': Buffer.from(JSON.stringify(JSON.stringify(value))).toString('latin1'),
    URL: url,
    'URL in small letters': url.replaceAll(/%../g, (code) => code.toLowerCase()),
    form: new URLSearchParams({ value }).toString(),
    hex,
    'hex in capitals': hex.toUpperCase(),
    'hex in lines': inLines(hex, 14),
    ...Object.fromEntries(encoded),
  };
}

function inLines(text: string, width: number, end = '\n'): string {
  return text.replaceAll(new RegExp(`.{${width}}`, 'g'), (line) => `${line}${end}`);
}

function streamed(redactor: Redactor, pieces: readonly string[]): string {
  const stream = redactor.stream();
  return pieces.map((piece) => stream.write(piece)).join('') + stream.end();
}

const CASES = SECRETS.flatMap(({ name, value }) =>
  Object.entries(printed(value)).map(([form, text]) => [name, form, text] as const),
);

/** The middles of all forms: a letter or two at the ends belongs to what base64 has around it. */
const LEAKS = CASES.map(([, , text]) => text.slice(7, -9)).filter((text) => text.length >= 8);

describe('in a stream', () => {
  test.each(CASES)('%s as %s is redacted wherever it is cut in two', (name, _form, text) => {
    const redactor = makeRedactor(SECRETS);
    const whole = `before ${text} after\nand a line\n`;
    const expected = redactor.bytes(whole);
    // What base64 makes of the neighbours' bits stays: a letter or two.
    expect(expected).toMatch(
      new RegExp(`^before [^ ]{0,7}\\[redacted: ${name}\\][^ ]{0,12} after\nand a line\n$`),
    );
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(streamed(redactor, [whole.slice(0, cut), whole.slice(cut)])).toBe(expected);
    for (const width of [1, 2, 3, 7])
      expect(streamed(redactor, cutInto(whole, [width]))).toBe(expected);
  });

  test('base64 in short lines is found across chunks that end with their lines', () => {
    const value = `${'k3y-'.repeat(20)}end0fIt`;
    const redactor = makeRedactor([{ name: 'LONG', value }]);
    for (let before = 0; before < 12; before += 1) {
      const encoded = inLines('#'.repeat(before) + Buffer.from(value).toString('base64'), 12);
      const out = streamed(redactor, encoded.split(/(?<=\n)/));
      expect(out.replaceAll('\n', '')).toMatch(/^#*.{0,3}\[redacted: LONG\].{0,3}$/);
    }
  });

  test('a private key is one wherever it is cut in two', () => {
    const whole = `key:\n${KEY}\ndone\n`;
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(streamed(makeRedactor([]), [whole.slice(0, cut), whole.slice(cut)])).toBe(
        'key:\n[redacted]\ndone\n',
      );
  });

  test('the lines of a known key are redacted one by one', () => {
    const redactor = makeRedactor([{ name: 'DEPLOY_KEY', value: KEY }]);
    const lines = KEY.split('\n').slice(1, -1);
    for (const line of lines)
      expect(redactor.text(`> ${line} <`)).toBe('> [redacted: DEPLOY_KEY] <');
  });

  test('whatever comes in whatever pieces, it is what it would have been in one', () => {
    const parts = fc.constantFrom(
      ...CASES.map(([, , text]) => text),
      'ghp_abcdefghijklmnopqrstuvwxyz0123456789',
      KEY,
      '\n',
      'plain words ',
      'p4ss+w',
      'x'.repeat(500),
      '-----BEGIN ',
    );
    const redactor = makeRedactor(SECRETS);
    fc.assert(
      fc.property(
        fc.array(parts, { maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 20 }),
        (texts, widths) => {
          const out = streamed(redactor, cutInto(texts.join(''), widths));
          expect(LEAKS.filter((leak) => out.includes(leak))).toEqual([]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test('a line without end is written as it comes, but for its last part', () => {
    const stream = makeRedactor(SECRETS).stream();
    let written = 0;
    for (let chunk = 0; chunk < 100; chunk += 1) written += stream.write('y'.repeat(1_000)).length;
    expect(written).toBeGreaterThan(80_000);
    expect(written + stream.end().length).toBe(100_000);
  });
});
