import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { DiffLine } from '../../../../src/git/diff-blobs.ts';
import { languageOf } from '../../../../src/page/review/diff/colour-lines.ts';
import { generatedKind } from '../../../../src/page/review/diff/file-section.ts';
import { diffRows, unifiedLines } from '../../../../src/page/review/diff/hunk-table.ts';
import { wordMarks } from '../../../../src/review/word-marks.ts';

function line(kind: DiffLine['kind'], text: string): DiffLine {
  return { kind, text, cut: 0, old: 1, new: 1, unended: false };
}

describe('the rows of a hunk', () => {
  it('put what was removed beside what came for it', () => {
    const rows = diffRows([
      line('same', 'a'),
      line('removed', 'b = one'),
      line('removed', 'c'),
      line('added', 'b = two'),
    ]);
    expect(rows.map(({ left, right }) => [left?.line.text, right?.line.text])).toEqual([
      ['a', 'a'],
      ['b = one', 'b = two'],
      ['c', undefined],
    ]);
    expect(rows[1]?.right?.marks).toEqual([[4, 7]]);
  });

  it('hold every line once, in the order of the diff', () => {
    const lines = fc.array(
      fc.record({ kind: fc.constantFrom('same', 'removed', 'added'), text: fc.string() }),
    );
    fc.assert(
      fc.property(lines, (made) => {
        const whole = made.map(({ kind, text }) => line(kind, text));
        const back = unifiedLines(diffRows(whole)).map(({ line: one }) => one);
        for (const kind of ['same', 'removed', 'added'] as const) {
          const of = (all: readonly DiffLine[]): readonly DiffLine[] =>
            all.filter((one) => one.kind === kind);
          expect(of(back)).toEqual(of(whole));
        }
      }),
    );
  });
});

describe('the words that changed', () => {
  it('are told where the lines have something in common', () => {
    expect(wordMarks('return parse(a);', 'return parseDate(a, b);')).toEqual({
      removed: [[7, 12]],
      added: [
        [7, 16],
        [18, 21],
      ],
    });
    expect(wordMarks('something', 'else entirely')).toEqual({ removed: [], added: [] });
  });

  it('lie within their lines, in order', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (removed, added) => {
        const marks = wordMarks(removed, added);
        for (const [text, found] of [
          [removed, marks.removed],
          [added, marks.added],
        ] as const) {
          let at = 0;
          for (const [from, to] of found) {
            expect(from).toBeGreaterThanOrEqual(at);
            expect(to).toBeGreaterThan(from);
            at = to;
          }
          expect(at).toBeLessThanOrEqual(text.length);
        }
      }),
    );
  });
});

describe('the name of a file', () => {
  it('tells its language, and nothing where it is none that is known', () => {
    expect(
      ['src/a.ts', 'Makefile', 'x.PY', 'constructor', 'a.__proto__', 'go.mod'].map(languageOf),
    ).toEqual(['typescript', 'makefile', 'python', null, null, 'go']);
  });

  it('tells what nobody wrote by hand', () => {
    expect(
      ['package-lock.json', 'vendor/x.go', 'a/b.min.js', 'src/a.ts', 'dist'].map(generatedKind),
    ).toEqual(['lock file', 'vendored', 'generated', null, null]);
  });
});
