/** What of reading a mailbox needs no mailbox. */
import { Buffer } from 'node:buffer';

import fc from 'fast-check';
import { expect, test } from 'vitest';

import {
  attachmentLine,
  unpackedSize,
  readMail,
} from '../../../../../src/collectors/tickets/mail/read-mail.ts';
import {
  composeMail,
  planParts,
} from '../../../../../src/collectors/tickets/sources/imap/compose-mail.ts';
import type {
  MailboxMark,
  MailHead,
} from '../../../../../src/collectors/tickets/sources/imap/contract.ts';
import { groupMails } from '../../../../../src/collectors/tickets/sources/imap/fetch-mails.ts';
import {
  chooseMails,
  markAfter,
  reachedBy,
  searchDay,
} from '../../../../../src/collectors/tickets/sources/imap/find-mails.ts';
import { mailDate } from '../../../../../src/collectors/tickets/sources/imap/read-mailbox.ts';

const NOON = Date.parse('2026-11-20T12:00:00Z');
const DAY = 86_400_000;

test('the day that is searched begins before the window in every zone', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4_000_000_000_000 }),
      fc.integer({ min: -14, max: 14 }),
      (at, zone) => {
        const asLocal = new Date(at + zone * 3_600_000);
        const day = Date.UTC(asLocal.getUTCFullYear(), asLocal.getUTCMonth(), asLocal.getUTCDate());
        expect(searchDay(new Date(at).toISOString()).getTime()).toBeLessThanOrEqual(day);
      },
    ),
  );
});

const heads = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 }).chain((uids) =>
  fc.tuple(
    ...uids.map((uid) =>
      fc.record({
        uid: fc.constant(uid),
        size: fc.integer({ min: 0, max: 400_000 }),
        at: fc.option(fc.integer({ min: NOON - 3 * DAY, max: NOON + 3 * DAY })),
      }),
    ),
  ),
);

test('whatever comes when, run after run: every mail is read once it lies before the end, and none is passed over', () => {
  fc.assert(
    fc.property(fc.array(heads, { minLength: 1, maxLength: 4 }), (arrivals) => {
      const box = new Map<number, MailHead>();
      const read = new Set<number>();
      let mark: MailboxMark | null = null;
      let highest = 0;
      for (const [run, coming] of arrivals.entries()) {
        // UIDs only grow, whatever the mails' own times.
        const base = highest;
        for (const head of coming) {
          const uid = base + head.uid;
          box.set(uid, { ...head, uid });
          highest = Math.max(highest, uid);
        }
        const until = new Date(NOON + run * DAY).toISOString();
        const since = run === 0 ? null : new Date(NOON + (run - 1) * DAY).toISOString();
        const chosen = chooseMails([...box.values()], { since, until, mark });
        for (const { uid } of chosen.wanted) read.add(uid);
        mark = markAfter({ ...chosen, next: highest + 1 }, { validity: '1', mark, unread: [] });
        const missed = [...box.values()].filter(
          ({ uid, at }) => (at === null || at < NOON + run * DAY) && !read.has(uid),
        );
        expect(missed).toEqual([]);
      }
    }),
  );
});

test('the mark stays below what a bound left, and never goes back', () => {
  const head = (uid: number): MailHead => ({ uid, size: 1, at: NOON });
  const found = { later: [head(9)], next: 12 };
  const before = { validity: '1', uid: 4 };
  const at = (mark: MailboxMark | null, unread: readonly MailHead[]): number =>
    markAfter(found, { validity: '1', mark, unread }).uid;
  expect([at(null, []), at(before, [head(6)]), at(before, [head(2)])]).toEqual([8, 5, 4]);
});

test('a mailbox of half a million unread mails has a mark and a time like any other', () => {
  const unread = Array.from({ length: 500_000 }, (_, index) => ({
    uid: index + 10,
    size: 1,
    at: NOON + index,
  }));
  const found = { later: [], next: 900_000 };
  expect(markAfter(found, { validity: '1', mark: null, unread }).uid).toBe(9);
  const until = new Date(NOON + DAY).toISOString();
  expect(reachedBy(unread, { until, reached: null })).toBe(new Date(NOON).toISOString());
  expect(reachedBy([], { until, reached: null })).toBe(until);
});

test('large mails go alone, small ones together within bounds, in their order', () => {
  fc.assert(
    fc.property(heads, (all) => {
      const groups = groupMails(all, 262_144);
      expect(groups.flatMap((group) => [...group.heads])).toEqual(all);
      for (const group of groups) {
        const sum = group.heads.reduce((bytes, { size }) => bytes + size, 0);
        const isLarge = group.heads.some(({ size }) => size > 262_144);
        expect(isLarge).toBe(group.kind === 'in-part');
        expect(group.heads.length === 1 || sum <= 4_000_000).toBe(true);
        expect(group.heads.length).toBeLessThanOrEqual(50);
      }
    }),
  );
});

test('a date counts unless nobody can read it, or it is later than the mail came in', () => {
  const cases: Readonly<Record<string, string>> = {
    'Fri, 20 Nov 2026 09:15:00 +0100 (CET)': 'Fri, 20 Nov 2026 09:15:00 +0100 (CET)',
    'Fri, 20 Nov 2026 12:00:01 +0000': '2026-11-20T12:00:00.000Z',
    'Fri, 20 Nov 2026 09:15:00': '2026-11-20T12:00:00.000Z',
    'Thu, 1 Jan 1970 00:00:00 GMT': '2026-11-20T12:00:00.000Z',
    yesterday: '2026-11-20T12:00:00.000Z',
  };
  const came = (cameIn: number | null) => ({ cameIn, latest: NOON + DAY });
  for (const [header, date] of Object.entries(cases))
    expect(mailDate(header, came(NOON))).toBe(date);
  expect(mailDate(null, came(NOON))).toBe('2026-11-20T12:00:00.000Z');
  expect(mailDate('yesterday', came(null))).toBe('yesterday');
  expect(mailDate('Fri, 20 Nov 2037 12:00:00 +0000', came(null))).toBe(null);
});

test('attachments are named on one line, a few of many', () => {
  expect(attachmentLine([])).toBe(null);
  expect(
    attachmentLine([
      { name: 'a]\r\n[b\u202e.pdf', type: 'application/pdf', bytes: 122_880 },
      { name: '', type: 'image/png', bytes: 5 },
      ...Array.from({ length: 10 }, () => ({ name: 'x', type: 'a/b', bytes: 3_000_000 })),
    ]),
  ).toBe(
    `[attached: a b.pdf (application/pdf, 120 KB), without a name (image/png, 5 bytes), ${'x (a/b, 3 MB), '.repeat(8).slice(0, -2)} and 2 more]`,
  );
  expect(unpackedSize(7_800, 'BASE64')).toBe(5_700);
});

test('of a structure the texts are read, what is attached is named', async () => {
  const plan = planParts({
    type: 'multipart/signed',
    childNodes: [
      {
        type: 'multipart/alternative',
        part: '1',
        childNodes: [
          { type: 'text/plain', part: '1.1' },
          { type: 'text/html', part: '1.2' },
        ],
      },
      {
        type: 'text/plain',
        part: '2',
        disposition: 'ATTACHMENT',
        dispositionParameters: { filename: 'log.txt' },
        size: 10,
      },
      { type: 'message/rfc822', part: '3', size: 9_000_000 },
      {
        type: 'application/zip',
        part: '4',
        parameters: { name: 'a.zip' },
        encoding: 'base64',
        size: 78,
      },
    ],
  });
  expect(plan).toEqual({
    root: {
      kind: 'several',
      type: 'multipart/mixed',
      parts: [
        {
          kind: 'several',
          type: 'multipart/alternative',
          parts: [
            { kind: 'text', part: '1.1' },
            { kind: 'text', part: '1.2' },
          ],
        },
      ],
    },
    attachments: [
      { name: 'log.txt', type: 'text/plain', bytes: 10 },
      { name: '', type: 'message/rfc822', bytes: 9_000_000 },
      { name: 'a.zip', type: 'application/zip', bytes: 57 },
    ],
  });
  const header = Buffer.from(
    'Subject: hello\r\nContent-Type: multipart/signed;\r\n boundary=x\r\nMessage-ID: <1@x>\r\n\r\n',
  );
  const body = (text: string): { header: Buffer; body: Buffer } => ({
    header: Buffer.from('Content-Type: text/plain; charset=utf-8'),
    body: Buffer.from(text),
  });
  const { root } = plan;
  if (root === null) throw new Error('no texts');
  const bytes = composeMail(root, {
    header,
    parts: new Map([
      ['1.1', body('Grüße\r\n--x\r\nnot a part')],
      ['1.2', body('rich')],
    ]),
    body: Buffer.alloc(0),
  });
  const read = await readMail(bytes, 'here');
  expect(read).toMatchObject({
    kind: 'mail',
    mail: { subject: 'hello', messageId: '1@x', attachments: [] },
  });
  expect(read.kind === 'mail' ? read.mail.text : '').toContain(
    'Grüße\r\n--x\r\nnot a part'.replaceAll('\r', ''),
  );
});
