import { describe, expect, it } from 'vitest';

import { cleanMail } from '../../../../src/collectors/tickets/mail/clean-mail.ts';
import { findThemes } from '../../../../src/collectors/tickets/themes/find-themes.ts';
import { ticketOf } from './labelled-tickets.ts';

const long =
  'Since the update of last night our nightly export stops after the first three files and the log only says that the bucket could not be reached.';

describe('duplicates', () => {
  it('are the same text sent again, answered or forwarded, and point to the earliest', async () => {
    expect(
      await duplicatesOf([
        [
          'late',
          'Fwd: Export stops',
          `---------- Forwarded message ----------\nFrom: Ann\n\n${long}`,
          '2026-11-21T12:00:00Z',
        ],
        ['first', 'Export stops', long, '2026-11-21T08:00:00Z'],
        ['again', 'Re: Export stops', `Hello,\n${long}\n\nRegards\nAnn`, '2026-11-21T09:00:00Z'],
      ]),
    ).toEqual([
      ['again', 'first'],
      ['late', 'first'],
    ]);
  });

  it('are what a monitor sends, though its numbers differ', async () => {
    const alert = (id: string, percent: number) =>
      [
        id,
        'Disk almost full on volume data',
        `The disk of the reporting database is ${percent} percent full and will be read-only soon, please free some space or add a volume.`,
        `2026-11-21T0${id.length}:00:00Z`,
        'monitor',
      ] as const;
    expect(await duplicatesOf([alert('a', 91), alert('bb', 95)])).toEqual([['bb', 'a']]);
  });

  it('are not tickets that are only alike', async () => {
    expect(
      await duplicatesOf([
        ['a', 'Where is my order 11871?', 'It should have come on Monday.', '2026-11-21T01:00:00Z'],
        ['b', 'Where is my order 22904?', 'It should have come on Monday.', '2026-11-21T02:00:00Z'],
        [
          'c',
          'Where is my order?',
          'It should have come on Tuesday, please check.',
          '2026-11-21T03:00:00Z',
        ],
        ['d', 'Export stops', long, '2026-11-21T04:00:00Z'],
        [
          'e',
          'Export stops',
          long.replace('three files', 'hundred rows of a table').replace('last night', 'this week'),
          '2026-11-21T05:00:00Z',
        ],
      ]),
    ).toEqual([]);
  });

  it('are no two empty tickets', async () => {
    expect(
      await duplicatesOf([
        ['a', '', '', null],
        ['b', '', '', null],
      ]),
    ).toEqual([]);
  });
});

type Sent = readonly [
  id: string,
  title: string,
  body: string,
  createdAt: string | null,
  author?: string,
];

async function duplicatesOf(sent: readonly Sent[]): Promise<[string, string][]> {
  const { duplicateOf } = await findThemes({
    tickets: sent.map(([id, title, body, createdAt, author = id]) =>
      ticketOf(id, { title, body: cleanMail(body), createdAt, author }),
    ),
    known: [],
    date: '2026-11-21',
  });
  return [...duplicateOf].toSorted(([a], [b]) => (a < b ? -1 : 1));
}
