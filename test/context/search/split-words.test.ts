import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MOST_TERM, splitWords } from '../../../src/context/search/split-words.ts';

function terms(text: string): readonly string[] {
  return [...splitWords(text)].flatMap(({ whole, parts }) =>
    whole === null ? parts : [whole, ...parts],
  );
}

describe('splitWords', () => {
  it.each([
    ['Plain words, here.', ['plain', 'words', 'here']],
    ['parseNoteText', ['parsenotetext', 'parse', 'note', 'text']],
    ['HTTPServer2', ['httpserver2', 'http', 'server2']],
    ['max_open_files', ['max_open_files', 'max', 'open', 'files']],
    ['src/time/zones.ts', ['src/time/zones.ts', 'src', 'time', 'zones', 'ts']],
    ['F-03cd RM-12', ['f-03cd', 'f', '03cd', 'rm-12', 'rm', '12']],
    ['Ünïcode straße', ['unicode', 'straße']],
    ['日本語', ['日本語', '日本', '本語']],
    ['語', ['語']],
    ['__proto__ constructor', ['__proto__', 'proto', 'constructor']],
    ['<script>alert(1)</script>', ['script', 'alert', '1', 'script']],
    ['... --- ???', []],
  ])('takes %j apart', (text, expected) => {
    const found = terms(text);
    expect([...new Set(found)].toSorted()).toEqual([...new Set(expected)].toSorted());
  });

  it('says where each word stands', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        let before = 0;
        for (const { from, to, parts } of splitWords(text)) {
          expect(from).toBeGreaterThanOrEqual(before);
          expect(to).toBeGreaterThan(from);
          expect(parts.length).toBeGreaterThan(0);
          before = to;
        }
        expect(before).toBeLessThanOrEqual(text.length);
      }),
    );
  });

  it('cuts a word that never ends', () => {
    for (const term of terms(
      `${'a'.repeat(1_000_000)} ${'aB'.repeat(100_000)} ${'語'.repeat(9_000)}`,
    ))
      expect(term.length).toBeLessThanOrEqual(MOST_TERM);
  });
});
