/** Tickets out of a mailbox of a real dovecot, through the collector as a run calls it. */
import { expect, test } from 'vitest';

import { startDovecot, type Dovecot } from '../kit/services/dovecot.ts';
import {
  imapConnection,
  mailboxRuns,
  mailText,
  PASSWORD,
  titles,
} from '../kit/services/mailbox-runs.ts';

const FRIDAY = '2026-11-20T00:00:00.000Z';
const SATURDAY = '2026-11-21T00:00:00.000Z';
const SUNDAY = '2026-11-22T00:00:00.000Z';
const MONDAY = '2026-11-23T00:00:00.000Z';

async function supportMailbox(): Promise<Dovecot> {
  return startDovecot({ users: { support: PASSWORD } });
}

test('the first run tells what came in its window, the next what came since', async () => {
  const dovecot = await supportMailbox();
  const put = async (subject: string, at: string): Promise<unknown> =>
    dovecot.put('support', mailText({ Subject: subject, Date: new Date(at).toUTCString() }), {
      at: new Date(at),
    });
  await put('long ago', '2026-10-01T08:00:00Z');
  await put('the evening before', '2026-11-19T23:59:00Z');
  await put('at midnight', '2026-11-20T00:00:00Z');
  await put('at noon', '2026-11-20T12:00:00Z');
  await put('the next day', '2026-11-21T00:00:00Z');
  const runs = mailboxRuns(imapConnection(dovecot));
  const first = await runs.run(FRIDAY, SATURDAY);
  expect(titles(first)).toEqual(['at midnight', 'at noon']);
  expect(first.items.map(({ late }) => late)).toEqual([false, false]);
  expect(first.origin).toMatchObject({
    connection: 'support',
    kind: 'imap',
    asked: expect.stringMatching(/^INBOX of support at localhost:\d+$/),
    since: FRIDAY,
    cut: null,
  });
  await put('written on Friday, moved here on Saturday', '2026-11-20T18:00:00Z');
  const second = await runs.run(SATURDAY, SUNDAY);
  expect(titles(second)).toEqual(['written on Friday, moved here on Saturday', 'the next day']);
  expect(second.items.map(({ late }) => late)).toEqual([true, false]);
  const third = await runs.run(SUNDAY, MONDAY);
  expect(titles(third)).toEqual([]);
  // A window that is told again has all that it had.
  expect(titles(await runs.look(FRIDAY, SATURDAY))).toEqual([
    'at midnight',
    'at noon',
    'written on Friday, moved here on Saturday',
  ]);
});

test('no flag changes and nothing is marked as read', async () => {
  const dovecot = await supportMailbox();
  for (const [subject, time] of [
    ['one', '08:00'],
    ['two', '09:00'],
  ] as const)
    await dovecot.put('support', mailText({ Subject: subject }), {
      at: new Date(`2026-11-20T${time}:00Z`),
    });
  dovecot.admin('flags', 'add', '-u', 'support', '\\Flagged', 'mailbox', 'INBOX', 'subject', 'two');
  const flags = (): string =>
    dovecot.admin('fetch', '-u', 'support', 'uid flags', 'mailbox', 'INBOX', 'all');
  const before = { flags: flags(), files: dovecot.files('support') };
  const runs = mailboxRuns(imapConnection(dovecot));
  expect(titles(await runs.run(FRIDAY, SATURDAY))).toEqual(['one', 'two']);
  expect({ flags: flags(), files: dovecot.files('support') }).toEqual(before);
  expect(before.flags).toContain('\\Flagged');
  expect(before.flags).not.toContain('\\Seen');
});

test('a mailbox that was made again is asked from the window on, and tells nothing twice', async () => {
  const dovecot = await supportMailbox();
  const kept = mailText({ Subject: 'kept', Date: new Date('2026-11-20T10:00:00Z').toUTCString() });
  dovecot.admin('mailbox', 'create', '-u', 'support', 'Support');
  await dovecot.put('support', kept, { mailbox: 'Support', at: new Date('2026-11-20T10:00:00Z') });
  const runs = mailboxRuns(imapConnection(dovecot, { folder: 'Support' }));
  expect(titles(await runs.run(FRIDAY, SATURDAY))).toEqual(['kept']);
  const before = JSON.stringify(runs.memory());
  dovecot.admin('mailbox', 'delete', '-u', 'support', 'Support');
  dovecot.admin('mailbox', 'create', '-u', 'support', 'Support');
  await dovecot.put('support', kept, { mailbox: 'Support', at: new Date('2026-11-21T09:00:00Z') });
  await dovecot.put('support', mailText({ Subject: 'new' }), {
    mailbox: 'Support',
    at: new Date('2026-11-21T09:30:00Z'),
  });
  const second = await runs.run(SATURDAY, SUNDAY);
  expect(titles(second)).toEqual(['new']);
  expect(second.leftOut.told).toBe(1);
  const validity = /"validity":"(\d+)"/;
  expect(validity.exec(JSON.stringify(runs.memory()))?.[1]).not.toBe(validity.exec(before)?.[1]);
});

test('a thread is one ticket, and an answer to a told one is not a new one', async () => {
  const dovecot = await supportMailbox();
  const at = (text: string): { at: Date } => ({ at: new Date(text) });
  const dated = (text: string): Record<string, string> => ({ Date: new Date(text).toUTCString() });
  await dovecot.put(
    'support',
    mailText(
      { Subject: 'Export fails', 'Message-ID': '<root@x>', ...dated('2026-11-20T08:00:00Z') },
      'The export fails.',
    ),
    at('2026-11-20T08:00:00Z'),
  );
  await dovecot.put(
    'support',
    mailText(
      { Subject: 'Re: Export fails', 'In-Reply-To': '<root@x>', ...dated('2026-11-20T09:00:00Z') },
      'Since which day?\n\nOn Fri, Jane wrote:\n> The export fails.',
    ),
    at('2026-11-20T09:00:00Z'),
  );
  const runs = mailboxRuns(imapConnection(dovecot));
  const first = await runs.run(FRIDAY, SATURDAY);
  expect(first.items.map(({ title, body }) => [title, body])).toEqual([
    ['Export fails', 'The export fails.\n\n---\n\nSince which day?'],
  ]);
  await dovecot.put(
    'support',
    mailText(
      {
        Subject: 'Re: Export fails',
        'In-Reply-To': '<unknown@x>',
        References: '<root@x> <unknown@x>',
        ...dated('2026-11-21T09:00:00Z'),
      },
      'Since Monday.',
    ),
    at('2026-11-21T09:00:00Z'),
  );
  const second = await runs.run(SATURDAY, SUNDAY);
  expect(titles(second)).toEqual([]);
  expect(second.leftOut.told).toBe(1);
});

test('of a large mail only the texts are fetched, and what hangs on it is named', async () => {
  const dovecot = await supportMailbox();
  const attached = Buffer.alloc(6_000_000, 7).toString('base64').replace(/.{76}/g, '$&\r\n');
  const mixed = (boundary: string, parts: readonly string[]): string =>
    [...parts.map((part) => `--${boundary}\r\n${part}\r\n`), `--${boundary}--`].join('');
  const alternative = mixed('in', [
    'Content-Type: text/plain; charset=iso-8859-15\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nGr=FC=DFe, 5 =A4 zu viel',
    'Content-Type: text/html\r\n\r\n<p>rich</p>',
  ]);
  const large = mixed('out', [
    `Content-Type: multipart/alternative; boundary=in\r\n\r\n${alternative}`,
    `Content-Type: application/pdf; name="invoice.pdf"\r\nContent-Disposition: attachment; filename*=utf-8''r%C3%A9sum%C3%A9%0D%0ABcc.pdf\r\nContent-Transfer-Encoding: base64\r\n\r\n${attached}`,
  ]);
  await dovecot.put(
    'support',
    mailText({ Subject: 'Large', 'Content-Type': 'multipart/mixed; boundary=out' }, large),
    { at: new Date('2026-11-20T08:00:00Z') },
  );
  const plain = `It begins.\r\n${'a line of a log\r\n'.repeat(20_000)}`;
  await dovecot.put('support', mailText({ Subject: 'Long text' }, plain), {
    at: new Date('2026-11-20T09:00:00Z'),
  });
  const small = mixed('out', [
    'Content-Type: text/plain\r\n\r\nsee below',
    'Content-Type: text/csv; name=list.csv\r\nContent-Disposition: attachment\r\n\r\na,b',
  ]);
  await dovecot.put(
    'support',
    mailText({ Subject: 'Small', 'Content-Type': 'multipart/mixed; boundary=out' }, small),
    { at: new Date('2026-11-20T10:00:00Z') },
  );
  const runs = mailboxRuns(imapConnection(dovecot));
  const facts = await runs.run(FRIDAY, SATURDAY);
  expect(facts.problems).toEqual([]);
  expect(facts.items[0]?.body).toBe(
    'Grüße, 5 € zu viel\n\n[attached: résumé Bcc.pdf (application/pdf, 6 MB)]',
  );
  expect(facts.items[1]?.body.startsWith('It begins.\na line of a log')).toBe(true);
  expect(facts.items[2]?.body).toBe('see below\n\n[attached: list.csv (text/csv, 4 bytes)]');
  const sent = /out=(\d+)/.exec(dovecot.log().split('Logged out').at(-1) ?? '')?.[1];
  expect(Number(sent)).toBeLessThan(1_000_000);
});

test('STARTTLS, and TLS from the first byte, with an authority of our own', async () => {
  const dovecot = await supportMailbox();
  await dovecot.put('support', mailText({ Subject: 'safe' }), { at: new Date(FRIDAY) });
  const { ports } = dovecot;
  for (const change of [
    { security: 'starttls', port: ports.imap },
    { security: 'tls', port: ports.imaps },
    { security: 'none', port: ports.imap, host: '127.0.0.1', ca: null },
  ] as const) {
    const runs = mailboxRuns(imapConnection(dovecot, change));
    expect(titles(await runs.run(FRIDAY, SATURDAY))).toEqual(['safe']);
    expect(runs.secrets).toEqual([{ name: 'MAIL_PASSWORD', value: PASSWORD }]);
  }
  expect(dovecot.log().match(/Login: .* TLS/g)).toHaveLength(2);
});

test('a certificate of nobody who is known is refused, and one for another name', async () => {
  const dovecot = await supportMailbox();
  const port = dovecot.ports.imap;
  for (const change of [{}, { security: 'starttls', port }] as const) {
    const unknown = mailboxRuns(imapConnection(dovecot, { ...change, ca: null }));
    await expect(unknown.run(FRIDAY, SATURDAY)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^connections\.support: localhost:\d+: its certificate is signed by an unknown authority$/,
      ),
      hint: 'If the authority is your own, give its PEM file: connections.support.ca',
    });
  }
  expect(dovecot.log()).not.toContain('Login:');
});

test('a refused log-in names the connection and not the password', async () => {
  const dovecot = await supportMailbox();
  const runs = mailboxRuns(imapConnection(dovecot), 'not-the-password');
  const failed: unknown = await runs.run(FRIDAY, SATURDAY).catch((thrown: unknown) => thrown);
  expect(failed).toMatchObject({
    code: 'missing',
    reason: 'imap-log-in',
    message: expect.stringMatching(
      /^connections\.support: localhost:\d+ refuses the log-in of support; it says: "Authentication failed\."$/,
    ),
  });
  expect(JSON.stringify(failed, Object.getOwnPropertyNames(failed))).not.toContain(
    'not-the-password',
  );
});

test('a folder that is not there is told with the names there are, odd ones too', async () => {
  const dovecot = await supportMailbox();
  for (const name of ['Support', 'Büro & Café', '日本語', 'a/b'])
    dovecot.admin('mailbox', 'create', '-u', 'support', name);
  const gone = mailboxRuns(imapConnection(dovecot, { folder: 'Suport' }));
  await expect(gone.run(FRIDAY, SATURDAY)).rejects.toMatchObject({
    reason: 'imap-no-folder',
    message: expect.stringMatching(/^connections\.support: localhost:\d+ has no folder Suport$/),
    hint: expect.stringMatching(
      /^Did you mean Support\? There are: (?=.*INBOX)(?=.*Büro & Café)(?=.*日本語)(?=.*a\/b)/,
    ),
  });
  const disk = { 'Büro & Café': 'B&APw-ro &- Caf&AOk-', 日本語: '&ZeVnLIqe-', 'a/b': 'a.b' };
  for (const [folder, mailbox] of Object.entries(disk)) {
    await dovecot.put('support', mailText({ Subject: folder }), { mailbox, at: new Date(FRIDAY) });
    const runs = mailboxRuns(imapConnection(dovecot, { folder }));
    expect(titles(await runs.run(FRIDAY, SATURDAY))).toEqual([folder]);
  }
});

test('a server that is down fails the run, and the next one that goes well has all of it', async () => {
  const dovecot = await supportMailbox();
  await dovecot.put('support', mailText({ Subject: 'one' }), { at: new Date(FRIDAY) });
  const runs = mailboxRuns(imapConnection(dovecot));
  await runs.run(FRIDAY, SATURDAY);
  await dovecot.stop();
  await dovecot.put('support', mailText({ Subject: 'two' }), { at: new Date(SATURDAY) });
  await expect(runs.run(SATURDAY, SUNDAY)).rejects.toMatchObject({
    reason: 'imap-failed',
    message: expect.stringMatching(
      /^connections\.support: localhost:\d+: it takes no connections there$/,
    ),
  });
  await dovecot.start();
  expect(titles(await runs.run(SATURDAY, MONDAY))).toEqual(['two']);
});

test('mails that mean harm are tickets, or are named, and never end the reading', async () => {
  const dovecot = await supportMailbox();
  const hostile: Readonly<Record<string, string | Uint8Array>> = {
    recipients: mailText({
      Subject: 'ten thousand',
      To: Array.from({ length: 10_000 }, (_, index) => `u${index}@example.com`).join(',\r\n '),
    }),
    injection: mailText({
      Subject: '=?utf-8?Q?Hello=0D=0ABcc:_all@example.com=0D=0A=0D=0ABody?=',
    }),
    nul: Buffer.from(mailText({ Subject: 'nul' }, 'a\0b\x1b[31mred')),
    nested: mailText(
      { Subject: 'nested', 'Content-Type': 'multipart/mixed; boundary=b0' },
      Array.from(
        { length: 300 },
        (_, depth) => `--b${depth}\nContent-Type: multipart/mixed; boundary=b${depth + 1}\n`,
      ).join('\n'),
    ),
    'large and nested': mailText(
      { Subject: 'large and nested', 'Content-Type': 'multipart/mixed; boundary=b0' },
      Array.from(
        { length: 300 },
        (_, depth) =>
          `--b${depth}\nContent-Type: multipart/mixed; boundary=b${depth + 1}\n\n${'x'.repeat(2_000)}\n`,
      ).join('\n'),
    ),
    parts: mailText(
      { Subject: 'parts', 'Content-Type': 'multipart/mixed; boundary=b' },
      `${'--b\n\n'.repeat(60_000)}--b--`,
    ),
    headers: mailText({ Subject: 'headers', ...manyHeaders(20_000) }),
    torn: mailText(
      { Subject: 'torn', 'Content-Type': 'multipart/alternative; boundary="never' },
      '--never\nContent-Transfer-Encoding: base64\n\n!!!!',
    ),
    'no header': 'no header at all, just words',
    empty: '',
    twin: mailText({ Subject: 'the first twin', 'Message-ID': '<twin@x>' }),
    'other twin': mailText({ Subject: 'the second twin', 'Message-ID': '<twin@x>' }),
    ring: mailText({ Subject: 'ring', 'Message-ID': '<r@x>', 'In-Reply-To': '<r@x>' }),
    'answers all': mailText({ Subject: 'answers all', References: manyIds(5_000) }),
    future: mailText({ Subject: 'future', Date: 'Fri, 20 Nov 2099 09:00:00 +0000' }),
    undated: mailText({ Subject: 'undated', Date: 'yesterday' }),
  };
  let minute = 0;
  for (const mail of Object.values(hostile)) {
    minute += 1;
    await dovecot.put('support', mail, { at: new Date(Date.parse(FRIDAY) + minute * 60_000) });
  }
  const facts = await mailboxRuns(imapConnection(dovecot)).run(FRIDAY, SATURDAY);
  expect(titles(facts)).toEqual([
    'ten thousand',
    'Hello Bcc: [email] Body',
    'nul',
    'parts',
    'headers',
    'torn',
    'the first twin',
    'ring',
    'answers all',
    'future',
    'undated',
  ]);
  expect(facts.items.map(({ createdAt }) => createdAt?.slice(0, 10))).toEqual(
    facts.items.map(() => '2026-11-20'),
  );
  expect(facts.leftOut.repeated).toBe(1);
  const nested =
    'not a ticket: the mail cannot be read (Maximum MIME nesting depth of 30 levels exceeded)';
  const headless = 'not a ticket: it has no header of a mail';
  expect(facts.problems).toEqual([
    { source: 'support/INBOX#4', problem: nested },
    { source: 'support/INBOX#5', problem: nested },
    { source: 'support/INBOX#9', problem: headless },
    { source: 'support/INBOX#10', problem: headless },
  ]);
  expect(JSON.stringify(facts)).not.toMatch(/\\u0000|\\u001b/);
});

function manyHeaders(count: number): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`X-${index}`, 'a'.repeat(40)]),
  );
}

function manyIds(count: number): string {
  return Array.from({ length: count }, (_, index) => `<ref-${index}@x>`).join('\r\n ');
}

test('5,000 mails are read in pages, and what is beyond comes with the next run', async () => {
  const dovecot = await supportMailbox();
  const start = Date.parse(FRIDAY);
  await Promise.all(
    Array.from({ length: 5_200 }, async (_, index) =>
      dovecot.put('support', mailText({ Subject: `mail ${index}` }, `text ${index}`), {
        at: new Date(start + index * 1_000),
      }),
    ),
  );
  const runs = mailboxRuns(imapConnection(dovecot));
  const first = await runs.run(FRIDAY, SATURDAY);
  expect(first.coverage.examined).toBe(5_000);
  expect(first.origin).toMatchObject({ cut: 'after 5,000 mails' });
  expect(runs.progress).toContain('reading support/INBOX: 5000 of 5,200 mails');
  const second = await runs.run(SATURDAY, SUNDAY);
  expect(second.coverage.examined).toBe(200);
  expect(new Set([...titles(first), ...titles(second)]).size).toBe(5_200);
}, 120_000);
