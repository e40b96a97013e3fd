import { expect, test } from 'vitest';

import { cleanMail } from '../../../src/collectors/tickets/mail/clean-mail.ts';
import { collectFrom, problemLines } from './tickets-request.ts';

function mail(headers: Readonly<Record<string, string>>, body: string): string {
  const all = { From: 'jane@example.com', Subject: 'S', ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return [...lines, '', ...body.split('\n')].join('\r\n');
}

test('a mail is a ticket: encoded words, a name, a date with a zone', async () => {
  const facts = await collectFrom({
    'tickets/a.eml': mail(
      {
        From: '=?utf-8?Q?J=C3=BCrgen_Doe?= <jd@example.com>',
        Subject: '=?iso-8859-1?Q?Gr=FC=DFe_aus?= =?utf-8?B?IE3DvG5jaGVu?=',
        Date: 'Fri, 20 Nov 2026 09:15:00 +0100 (CET)',
        'Message-ID': '<1@example.com>',
      },
      'Hello\n\n-- \nJürgen\n',
    ),
  });
  expect(facts.items[0]).toMatchObject({
    title: 'Grüße aus München',
    author: 'Jürgen Doe <[email]>',
    createdAt: '2026-11-20T08:15:00.000Z',
    body: 'Hello\n\n--\nJürgen',
    source: 'tickets/a.eml',
  });
  expect(facts.items[0]?.id).toMatch(/^m-[0-9a-f]{12}$/);
});

test('the plain part is taken before the HTML one, in its encoding', async () => {
  const facts = await collectFrom({
    'tickets/a.eml': mail(
      { 'Content-Type': 'multipart/alternative; boundary=b' },
      '--b\nContent-Type: text/html\n\n<p>rich</p>\n--b\nContent-Type: text/plain; charset=iso-8859-15\nContent-Transfer-Encoding: quoted-printable\n\nplain =A4 gr=FC=\nn\n--b--\n',
    ),
    'tickets/b.eml': mail(
      {
        Subject: 'B',
        'Content-Type': 'text/plain; charset=utf-8',
        'Content-Transfer-Encoding': 'base64',
      },
      Buffer.from('Grüße\n').toString('base64'),
    ),
  });
  expect(facts.items.map(({ body }) => body).toSorted()).toEqual(['Grüße', 'plain € grün']);
});

test('HTML alone is reduced to what a person reads, without what it quotes', async () => {
  const html =
    '<html><head><title>no</title><style>p{}</style></head><body><p>It&nbsp;is <b>broken</b>,<br>since &lt;today&gt;.</p><script>x()</script><ul><li>one</li><li>two</li></ul><div class="gmail_quote"><div>On Friday Joe wrote:</div><blockquote>old <div>words</div></blockquote></div><p>Bye</p></body></html>';
  const facts = await collectFrom({ 'tickets/a.eml': mail({ 'Content-Type': 'text/html' }, html) });
  expect(facts.items[0]?.body).toBe('It is broken,\nsince <today>.\n\n- one\n\n- two\n\nBye');
});

const ROOT = mail({ 'Message-ID': '<1@x>', Date: 'Fri, 20 Nov 2026 09:00:00 +0000' }, 'It fails');
const REPLY = mail(
  {
    Subject: 'Re: S',
    'Message-ID': '<2@x>',
    'In-Reply-To': '<1@x>',
    Date: 'Fri, 20 Nov 2026 10:00:00 +0000',
  },
  'Still fails\n\nOn Fri, 20 Nov 2026 at 09:00, Jane Doe <jane@example.com>\nwrote:\n> It fails\n',
);
const LATER = mail(
  {
    Subject: 'Re: S',
    'Message-ID': '<3@x>',
    References: '<0@x> <1@x> <2@x>',
    Date: 'Fri, 20 Nov 2026 11:00:00 +0000',
  },
  'And now it works\n\nFrom: Joe\nSent: Friday\nTo: Jane\n\nStill fails',
);
const STRANGER = mail(
  { Subject: 'Re: other', 'Message-ID': '<9@x>', 'In-Reply-To': '<8@x>' },
  'Me too\n> before',
);

test('replies to a mail that was read belong to its ticket; others are tickets of their own', async () => {
  const facts = await collectFrom({
    'tickets/1.eml': LATER,
    'tickets/2.eml': REPLY,
    'tickets/3.eml': ROOT,
    'tickets/4.eml': STRANGER,
    'tickets/5.eml': ROOT,
  });
  expect(facts.items.map(({ title, body, source }) => [title, body, source])).toEqual([
    ['Re: other', 'Me too', 'tickets/4.eml'],
    ['S', 'It fails\n\n---\n\nStill fails\n\n---\n\nAnd now it works', 'tickets/3.eml'],
  ]);
  expect(facts.leftOut.repeated).toBe(1);
  expect(facts.coverage).toEqual({ examined: 2, found: 2 });
});

test('mails that answer each other in a ring are one ticket', async () => {
  const facts = await collectFrom({
    'tickets/1.eml': mail({ 'Message-ID': '<1@x>', 'In-Reply-To': '<2@x>' }, 'one'),
    'tickets/2.eml': mail({ 'Message-ID': '<2@x>', 'In-Reply-To': '<3@x>' }, 'two'),
    'tickets/3.eml': mail({ 'Message-ID': '<3@x>', 'In-Reply-To': '<1@x>' }, 'three'),
    'tickets/4.eml': mail({ 'Message-ID': '<4@x>', 'In-Reply-To': '<4@x>' }, 'self'),
  });
  expect(facts.items.map(({ body }) => body.split('\n\n---\n\n').toSorted())).toEqual(
    expect.arrayContaining([['one', 'three', 'two'], ['self']]),
  );
  expect(facts.items).toHaveLength(2);
});

test('an mbox is split at its From lines only, and told by line', async () => {
  const box = [
    'From jane@example.com Fri Nov 20 09:15:00 2026',
    'From: jane@example.com',
    'Subject: one',
    '',
    'Text',
    '>From here on it fails',
    '',
    'From there on too',
    '',
    'From joe@example.com Fri Nov 20 10:15:00 2026',
    'From: joe@example.com',
    'Subject: two',
    'Date: Fri, 20 Nov 2026 08:00:00 +0000',
    '',
    'More',
    '',
  ].join('\n');
  const facts = await collectFrom({
    'tickets/box.mbox': box,
    'tickets/empty.mbox': '',
    'tickets/bad.mbox': 'x\n',
  });
  expect(
    facts.items.map(({ title, body, source, createdAt }) => [title, body, source, createdAt]),
  ).toEqual([
    ['two', 'More', 'tickets/box.mbox:10', '2026-11-20T08:00:00.000Z'],
    [
      'one',
      'Text\nFrom here on it fails\n\nFrom there on too',
      'tickets/box.mbox:1',
      '2026-11-20T09:15:00.000Z',
    ],
  ]);
  expect(problemLines(facts)).toEqual([
    'tickets/bad.mbox: not read: it does not begin with a line `From ` as mbox does',
  ]);
});

test('a mail in another form is a problem', async () => {
  const deep = (depth: number) =>
    Array.from(
      { length: depth },
      (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\r\n\r\n--b${at}\r\n`,
    ).join('');
  const facts = await collectFrom({
    'tickets/a.eml': 'no mail at all',
    'tickets/b.eml': `From: a@example.com\r\nSubject: bomb\r\n${deep(500)}`,
    'tickets/c.eml': `From: a@example.com\r\n${'X-Long: 1234567890\r\n'.repeat(60_000)}\r\nbody`,
    'tickets/d.eml': '',
    'tickets/e.eml': `Subject: parts\n\n${'--b\n'.repeat(20_000)}`,
    'tickets/f.eml': `Subject: lines\n\n${'a\n'.repeat(1_100_000)}`,
    'tickets/g.eml': `Subject: units\n\n${'='.repeat(2_100_000)}`,
  });
  expect(facts.items).toEqual([]);
  expect(
    facts.problems.map(({ source, problem }) => `${source}: ${problem.replace(/\(.*/, '(…')}`),
  ).toEqual([
    'tickets/a.eml: not a ticket: it has no header of a mail',
    'tickets/b.eml: not a ticket: the mail cannot be read (…',
    'tickets/c.eml: not a ticket: the mail cannot be read (…',
    'tickets/d.eml: not a ticket: it has no header of a mail',
    'tickets/e.eml: not a ticket: the mail has more than 10,000 parts',
    'tickets/f.eml: not a ticket: the mail has more than 1,000,000 lines',
    'tickets/g.eml: not a ticket: the mail has more than 2,000,000 encoded characters',
  ]);
});

test.each([
  [
    'Thanks\n\nAm Fr., 20. Nov. 2026 um 09:00 Uhr schrieb Jane Doe <jane@example.com>:\n\n> alt',
    'Thanks',
  ],
  ['Merci\n\nLe ven. 20 nov. 2026 à 09:00, Jane Doe a écrit :\n> vieux', 'Merci'],
  ['Done\n\n-----Original Message-----\nFrom: Jane\nold', 'Done'],
  ['Done\n\n________________________________\nFrom: Jane\nSent: Friday\nold', 'Done'],
  ['Done\n\nSent from my telephone', 'Done'],
  ['Done\n##- Please type your reply above this line -##\nold', 'Done'],
  ['> question\n\nanswer\n\n> other question\n\nother answer', 'answer\n\nother answer'],
  ['On Fri, Jane wrote:\n> one\n\nanswer\n> two\n\nsecond', 'answer\n\nsecond'],
  ['> only a quote', '> only a quote'],
  [
    'From: the settings page, it fails\nSteps below',
    'From: the settings page, it fails\nSteps below',
  ],
  ['On Monday I wrote: it fails', 'On Monday I wrote: it fails'],
  ['', ''],
  ['Hello dear team,\nIt fails.\nKind regards,\nAnn Lee, Sales, 12 Hill Street', 'It fails.'],
  ['Hi Support, my card was declined', 'my card was declined'],
  ['Good morning everyone I cannot pay', 'I cannot pay'],
  ['Hello World does not compile', 'Hello World does not compile'],
  ['Fertig.\nMit freundlichen Grüßen\nJörg\n\nTel: 0123', 'Fertig.'],
  ['Nada llega.\nSaludos cordiales\nLuis', 'Nada llega.'],
  ['It fails.\nThanks but it did work once', 'It fails.\nThanks but it did work once'],
  ['It fails.\nThanks!\n\nVersion: 1.2', 'It fails.\n\nVersion: 1.2'],
  [
    'It fails.\nRegards\nAnn\n\nPS: and the invoice too',
    'It fails.\nAnn\n\nPS: and the invoice too',
  ],
  ['It fails.\n--\nAnn\nHead of Sales', 'It fails.'],
  ['One\n\n----\nTwo', 'One\n\n----\nTwo'],
  [
    'Caution: this email originated from outside the company.\nIt fails\n\nThis message is confidential\nand intended only for the addressee. If received in error,\nnotify the sender.',
    'It fails',
  ],
  [
    'I got a confidential message of another customer',
    'I got a confidential message of another customer',
  ],
  ['Von: Jane\nAn: Hilfe\nBetreff: Druck\n\nEr druckt nicht', 'Er druckt nicht'],
  ['Fertig\n\nVon: Jane\nGesendet: Montag\nAn: Hilfe\n\nalt', 'Fertig'],
  [
    'FYI, see below\n\n---------- Forwarded message ---------\nFrom: Jane\nDate: x\n\nHi,\nIt fails',
    'FYI, see below\n\nIt fails',
  ],
  [
    'Nothing to\nadd.\nOn 2 Nov 2026, at\n10:00, Ann <a@example.com> wrote:\n> old',
    'Nothing to\nadd.',
  ],
  [
    'Hi,\none\nThanks\nAnn\n\n---\n\nHi,\ntwo\n[attached: a.png (image/png, 2 KB)]\nRegards',
    'one\n\n---\n\ntwo\n[attached: a.png (image/png, 2 KB)]',
  ],
  ['Fails:\n```\n-- \n> x\n```', 'Fails:\n```\n-- \n> x\n```'],
  ['Hi,\n\nThanks', 'Thanks'],
])('%j says %j itself', (text, own) => {
  expect(cleanMail(text)).toBe(own);
});

test('a long text is cleaned in a time that grows with its length', () => {
  for (const evil of [
    '--\n',
    'On x wrote:\n',
    'On 1 a@b wrote:\n> x\ny\n',
    'From: a\nTo: b\n\n',
    'Thanks\n',
    '<a',
    'confidential ',
  ])
    expect(cleanMail(evil.repeat(100_000 / evil.length))).toBeTypeOf('string');
});
