import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { splitLines } from '../../src/platform/split-lines.ts';

function split(chunks: readonly Uint8Array[], maxBytes = 1_000): readonly (string | number)[] {
  const seen: (string | number)[] = [];
  const lines = splitLines(maxBytes, {
    onLine: (text) => seen.push(text),
    onLong: (bytes) => seen.push(bytes),
  });
  for (const chunk of chunks) lines.write(chunk);
  lines.end();
  return seen;
}

describe('splitting into lines', () => {
  it('gives each line once, wherever the chunks are cut, also within a character', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ''))),
        fc.integer({ min: 1, max: 7 }),
        (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
          const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
            bytes.subarray(at * size, (at + 1) * size),
          );
          expect(split(chunks)).toStrictEqual(texts);
        },
      ),
    );
  });

  it('gives what stands after the last newline, and takes a carriage return for part of the end', () => {
    expect(split([Buffer.from('a\r\n\nb')])).toStrictEqual(['a', '', 'b']);
  });

  it('passes over a line that is too long, says how long it was, and goes on after it', () => {
    const long = Array.from({ length: 50 }, () => Buffer.alloc(100, 'x'));
    expect(split([Buffer.from('a\n'), ...long, Buffer.from('\nb\n')])).toStrictEqual([
      'a',
      5_000,
      'b',
    ]);
  });
});
