import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { paintFor } from '../../../src/cli/output/style.ts';
import { renderTable } from '../../../src/cli/output/table.ts';
import { displayWidth, fitText } from '../../../src/cli/output/text-width.ts';

const plain = paintFor(false);
const columns = [
  { title: 'run', text: (row: { id: string; text: string }) => row.id },
  { title: 'what', text: (row: { id: string; text: string }) => row.text, shrinkTo: 6 },
  { title: 'end', text: () => 'ok', align: 'right' as const },
];

describe('renderTable', () => {
  it('aligns its columns and leaves no blanks at the ends of lines', () => {
    const rows = [
      { id: 'a', text: 'short' },
      { id: 'bcd', text: 'a little longer' },
    ];
    expect(renderTable(columns, rows, { paint: plain, width: null })).toBe(
      [
        'RUN  WHAT             END',
        'a    short             ok',
        'bcd  a little longer   ok',
        '',
      ].join('\n'),
    );
  });

  it('takes from the columns that may shrink until it fits the terminal', () => {
    const rows = [{ id: 'a', text: 'one two three four five six' }];
    expect(renderTable(columns, rows, { paint: plain, width: 24 })).toBe(
      ['RUN  WHAT            END', 'a    one two three…   ok', ''].join('\n'),
    );
  });

  it('never goes below the least width of a column, however narrow the terminal', () => {
    const rows = [{ id: 'a', text: 'one two three' }];
    expect(renderTable(columns, rows, { paint: plain, width: 5 })).toContain('one t…');
  });

  it('counts wide letters as two columns', () => {
    const rows = [
      { id: '漢字', text: 'x' },
      { id: 'abcd', text: 'x' },
    ];
    const [, first, second] = renderTable(columns, rows, { paint: plain, width: null }).split('\n');
    expect(displayWidth(first ?? '')).toBe(displayWidth(second ?? ''));
  });

  it('shows text from outside without escapes and on one line', () => {
    const rows = [{ id: 'a', text: '\u001b[31mred\u001b[0m\nsecond \u202eline' }];
    expect(renderTable(columns, rows, { paint: plain, width: null })).toContain('red second line');
  });

  it('keeps every line within the terminal when the text column can give way', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 24, max: 120 }), (texts, width) => {
        const rows = texts.map((text) => ({ id: 'x', text }));
        const lines = renderTable(columns, rows, { paint: plain, width }).split('\n');
        expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
      }),
    );
  });
});

describe('fitText', () => {
  it('gives back what fits and cuts the rest with an ellipsis', () => {
    expect(fitText('abc', 3)).toBe('abc');
    expect(fitText('abcd', 3)).toBe('ab…');
    expect(fitText('漢字漢字', 5)).toBe('漢字…');
  });

  it('never takes more columns than it may', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.nat(40), (text, columns) => {
        expect(displayWidth(fitText(text, columns))).toBeLessThanOrEqual(columns);
      }),
    );
  });
});

describe('a table that does not fit', () => {
  it('leaves out columns that say nothing, and only then', () => {
    const columns = [
      { title: 'name', text: () => 'a name of some length' },
      { title: 'verdict', text: () => '-' },
    ];
    const paint = (_style: unknown, text: string): string => text;
    expect(renderTable(columns, [null], { paint, width: 25 })).toBe(
      'NAME\na name of some length\n',
    );
    expect(renderTable(columns, [null], { paint, width: 40 })).toContain('VERDICT');
    expect(renderTable(columns, [null], { paint, width: null })).toContain('VERDICT');
  });
});
