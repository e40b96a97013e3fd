import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { renderBoard } from '../../../src/cli/commands/items.ts';
import { displayWidth } from '../../../src/cli/output/text-width.ts';
import { boardOf } from '../../../src/ledger/item-facts.ts';
import type { ItemStanding } from '../../../src/words/item.ts';
import { keyOf } from '../../kit/items.ts';

const STANDINGS: readonly ItemStanding[] = [
  'proposed',
  'todo',
  'blocked',
  'in-progress',
  'in-review',
  'landed',
  'done',
  'dropped',
];
const card = (number: number, standing: ItemStanding, title = `do ${number}`) => ({
  key: keyOf(number),
  title,
  standing,
  stale: null,
  proposesClosing: false,
});
const plain = (_style: string, text: string): string => text;

describe('the board', () => {
  it('puts all columns side by side where there is room, and cuts long titles', () => {
    const long = 'Retry requests that were refused because of too many of them at once';
    const board = renderBoard([card(1, 'todo', long), card(2, 'in-review')], {
      paint: plain,
      width: 130,
      dropped: false,
    });
    expect(board).toBe(
      [
        'PROPOSED 0        TODO 1            BLOCKED 0         IN PROGRESS 0     IN REVIEW 1       LANDED 0          DONE 0',
        '                  RM-1                                                  RM-2',
        '                   Retry requests                                        do 2',
        '                   that were refu…',
        '',
      ].join('\n'),
    );
  });

  it('leaves empty columns out before it puts them one under the other', () => {
    const cards = [card(1, 'todo'), card(2, 'blocked')];
    expect(renderBoard(cards, { paint: plain, width: 60, dropped: false })).toBe(
      [
        'TODO 1                         BLOCKED 1',
        'RM-1                           RM-2',
        ' do 1                           do 2',
        '',
        'Empty: proposed, in progress, in review, landed, done',
        '',
      ].join('\n'),
    );
    const narrow = renderBoard(cards, { paint: plain, width: 30, dropped: false });
    expect(narrow).toContain('TODO 1\n  RM-1  do 1\n\nBLOCKED 1\n  RM-2  do 2\n');
  });

  it('shows each item exactly once, and never more than fits', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ standing: fc.constantFrom(...STANDINGS), title: fc.string() }), {
          maxLength: 30,
        }),
        fc.integer({ min: 20, max: 200 }),
        (drawn, width) => {
          const cards = drawn.map(({ standing, title }, at) => card(at + 1, standing, title));
          const columns = boardOf(cards, { dropped: true });
          expect(columns.flatMap(({ entries }) => entries).toSorted(byKey)).toEqual(
            cards.toSorted(byKey),
          );
          const board = renderBoard(cards, { paint: plain, width, dropped: true });
          for (const line of board.split('\n')) {
            expect(displayWidth(line)).toBeLessThanOrEqual(width);
            // oxlint-disable-next-line no-control-regex -- nothing in a title steers the terminal
            expect(line).not.toMatch(/[\u0000-\u001f\u007f]/);
          }
        },
      ),
    );
  });
});

function byKey(a: { readonly key: string }, b: { readonly key: string }): number {
  return a.key < b.key ? -1 : 1;
}
