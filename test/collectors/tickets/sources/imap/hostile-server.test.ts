/** Mail servers that fail, lie or mean harm. */
import { expect, test } from 'vitest';

import type {
  MailboxReading,
  MailboxRequest,
} from '../../../../../src/collectors/tickets/sources/imap/contract.ts';
import {
  MAILBOX_LIMITS,
  readMailbox,
} from '../../../../../src/collectors/tickets/sources/imap/read-mailbox.ts';
import { systemClock, type Clock } from '../../../../../src/platform/clock.ts';
import type { ImapConnection } from '../../../../../src/words/connection.ts';
import { fakeClock } from '../../../../kit/fake-clock.ts';
import { scriptedImap, type ScriptedImap } from '../../../../kit/scripted-imap.ts';

const PASSWORD = 'correct-horse-battery';

interface Options {
  readonly connection?: Partial<ImapConnection>;
  readonly clock?: Clock;
  readonly signal?: AbortSignal;
  readonly request?: Partial<MailboxRequest>;
}

async function readFrom(server: ScriptedImap, options: Options = {}): Promise<MailboxReading> {
  return readMailbox({
    connection: {
      kind: 'imap',
      name: 'support',
      private: true,
      ca: null,
      host: '127.0.0.1',
      port: server.port,
      security: 'none',
      user: 'jane',
      password: { kind: 'env', name: 'X' },
      folder: 'INBOX',
      ...options.connection,
    },
    reach: { private: true, ca: null },
    password: PASSWORD,
    since: '2026-11-20T00:00:00.000Z',
    until: '2026-11-21T00:00:00.000Z',
    mark: null,
    reached: null,
    limits: MAILBOX_LIMITS,
    clock: options.clock ?? systemClock,
    progress: () => undefined,
    ...options.request,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
}

async function failureOf(server: ScriptedImap, options?: Options): Promise<string> {
  try {
    await readFrom(server, options);
  } catch (thrown) {
    if (!(thrown instanceof Error)) throw thrown;
    if (JSON.stringify(thrown, Object.getOwnPropertyNames(thrown)).includes(PASSWORD))
      throw new Error('the password is in it', { cause: thrown });
    return thrown.message.replace(String(server.port), 'PORT');
  }
  throw new Error('it was read');
}

const HEAD =
  '* 1 FETCH (UID 1 RFC822.SIZE 40 INTERNALDATE "20-Nov-2026 10:00:00 +0000")\r\n{tag} OK\r\n';
const mail = 'From: a@example.com\r\nSubject: hello\r\n\r\nhi';

function fetches(source: string | null): (words: readonly string[]) => string | null {
  return (words) => (words.join(' ').includes('BODY.PEEK[]') ? source : HEAD);
}

test('what a polite server says is read, by EXAMINE and PEEK alone', async () => {
  const server = await scriptedImap({
    FETCH: fetches(`* 1 FETCH (UID 1 BODY[]<0> {${mail.length}}\r\n${mail})\r\n{tag} OK\r\n`),
  });
  const read = await readFrom(server);
  expect(read.mails.map(({ subject, text, date }) => [subject, text.trim(), date])).toEqual([
    ['hello', 'hi', '2026-11-20T10:00:00.000Z'],
  ]);
  expect(read.mark).toEqual({ validity: '7', uid: 1 });
  const verbs = server.lines.map((line) => line.split(' ').slice(1, 3).join(' '));
  expect(verbs.filter((verb) => /SELECT|STORE|EXPUNGE|APPEND|COPY|MOVE|IDLE/.test(verb))).toEqual(
    [],
  );
  expect(server.lines.join('\n')).not.toMatch(/BODY\[|RFC822 /);
});

test('a window is asked for by its day, not by an age that another clock reckons', async () => {
  const server = await scriptedImap({
    CAPABILITY: '* CAPABILITY IMAP4rev1 WITHIN\r\n{tag} OK\r\n',
    SEARCH: '* SEARCH\r\n{tag} OK\r\n',
  });
  await readFrom(server);
  expect(server.lines.filter((line) => line.includes('SEARCH'))).toEqual([
    expect.stringMatching(/^\S+ UID SEARCH SINCE 19-Nov-2026$/),
  ]);
});

test('a server that says farewell in between, or breaks off, fails the reading', async () => {
  const bye = await scriptedImap({ SEARCH: '* BYE going down\r\n' });
  expect(await failureOf(bye)).toMatch(
    /^connections\.support: 127\.0\.0\.1:PORT: it closed the connection/,
  );
  const torn = await scriptedImap({ FETCH: fetches('close') });
  expect(await failureOf(torn)).toBe(
    'connections.support: 127.0.0.1:PORT: it closed the connection',
  );
  const half = await scriptedImap({}, '* BYE too busy\r\n');
  expect(await failureOf(half)).toContain('connections.support: 127.0.0.1:PORT: ');
});

test('a server that says nothing more is left when the time is up, and at once when the run ends', async () => {
  const silent = await scriptedImap({ FETCH: null });
  const clock = fakeClock();
  const waiting = failureOf(silent, { clock });
  await clock.untilAsleep();
  await silentAt(silent, 'FETCH');
  void clock.pass(MAILBOX_LIMITS.ms + 120_001);
  expect(await waiting).toBe('connections.support: 127.0.0.1:PORT was not read within 720 s');
  const other = await scriptedImap({ EXAMINE: null });
  const stop = new AbortController();
  const stopped = readFrom(other, { signal: stop.signal });
  await silentAt(other, 'EXAMINE');
  stop.abort(new Error('the run is over'));
  await expect(stopped).rejects.toThrow('the run is over');
});

test('a server without STARTTLS gets no password', async () => {
  const server = await scriptedImap({});
  expect(await failureOf(server, { connection: { security: 'starttls' } })).toBe(
    'connections.support: 127.0.0.1:PORT offers no STARTTLS, and nothing is sent in the clear',
  );
  const already = await scriptedImap({}, '* PREAUTH welcome\r\n');
  expect(await failureOf(already, { connection: { security: 'starttls' } })).toBe(
    'connections.support: 127.0.0.1:PORT offers no STARTTLS, and nothing is sent in the clear',
  );
  for (const { lines } of [server, already]) expect(lines.join('\n')).not.toContain('LOGIN');
});

test('in the clear goes only what stays on this machine', async () => {
  const server = await scriptedImap({});
  expect(await failureOf(server, { connection: { host: '10.0.0.1' } })).toMatch(
    /^connections\.support: 10\.0\.0\.1 /,
  );
});

test('a server that repeats the password is not quoted with it', async () => {
  const server = await scriptedImap({
    LOGIN: `{tag} NO ${PASSWORD} is \u001b[31mwrong\r\n`,
  });
  expect(await failureOf(server)).toBe(
    'connections.support: 127.0.0.1:PORT refuses the log-in of jane; it says: "[redacted] is wrong"',
  );
});

test('mails that were not asked for, and more than was asked for, are not taken', async () => {
  const server = await scriptedImap({
    FETCH: fetches(
      [
        `* 2 FETCH (UID 99 BODY[]<0> {${mail.length}}\r\n${mail})\r\n`,
        `* 1 FETCH (UID 1 BODY[]<0> {${mail.length}}\r\n${mail})\r\n{tag} OK\r\n`,
      ].join(''),
    ),
  });
  expect((await readFrom(server)).mails).toHaveLength(1);
  const flood = await scriptedImap({
    FETCH: fetches('* 1 FETCH (UID 1 BODY[]<0> {999999999}\r\n'),
  });
  expect(await failureOf(flood)).toBe(
    'connections.support: 127.0.0.1:PORT: it sends more than it was asked for',
  );
});

test('an answer without an end is left, each row of it as small as it may be', async () => {
  const body = 'x'.repeat(1_000_000);
  const row = `* 1 FETCH (UID 1 BODY[]<0> {${body.length}}\r\n${body})\r\n`;
  const server = await scriptedImap({ FETCH: fetches(row.repeat(60)) });
  expect(await failureOf(server)).toBe(
    'connections.support: 127.0.0.1:PORT: it sends more than it was asked for',
  );
  // Not one row, and not one mail: a list of whatever kind.
  const numbers = `* SEARCH ${Array.from({ length: 20_000 }, (_, index) => index + 1).join(' ')}\r\n`;
  const lists = await scriptedImap({ SEARCH: numbers.repeat(500) });
  expect(await failureOf(lists)).toBe(
    'connections.support: 127.0.0.1:PORT: it sends more than it was asked for',
  );
}, 60_000);

/** `* 1 FETCH (UID 1 …)` and on, for mails that came in on the 20th. */
function heads(uids: readonly number[], size = 40): string {
  const rows = uids.map(
    (uid) =>
      `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${size} INTERNALDATE "20-Nov-2026 10:00:00 +0000")\r\n`,
  );
  return `${rows.join('')}{tag} OK\r\n`;
}

const whole = (uid: number): string =>
  `* ${uid} FETCH (UID ${uid} BODY[]<0> {${mail.length}}\r\n${mail})\r\n`;

/** Of three mails, where what is said to a fetch is up to the test. */
async function threeMails(answer: (uids: string) => string): Promise<ScriptedImap> {
  return scriptedImap({
    EXAMINE: '* 3 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 4] ok\r\n{tag} OK ok\r\n',
    SEARCH: '* SEARCH 1 2 3\r\n{tag} OK\r\n',
    FETCH: (words) =>
      words.join(' ').includes('BODY.PEEK[]') ? answer(words[2] ?? '') : heads([1, 2, 3]),
  });
}

test('one mail that the server does not give is named, and the others are read', async () => {
  const server = await threeMails((uids) => {
    if (uids === '1:3' || uids === '1,2,3') return `${whole(1)}{tag} NO Server error\r\n`;
    return uids === '2' ? '{tag} NO Server error\r\n' : `${whole(Number(uids))}{tag} OK\r\n`;
  });
  const read = await readFrom(server);
  expect(read.mails.map(({ source }) => source)).toEqual(['support/INBOX#1', 'support/INBOX#3']);
  expect(read.problems).toEqual([
    { source: 'support/INBOX#2', problem: 'not a ticket: the server does not give this mail' },
  ]);
  expect(read.mark).toEqual({ validity: '7', uid: 3 });
});

test('a mail of a day that is far off holds up none of those after it', async () => {
  const server = await scriptedImap({
    EXAMINE: '* 2 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 3] ok\r\n{tag} OK ok\r\n',
    SEARCH: '* SEARCH 1 2\r\n{tag} OK\r\n',
    FETCH: (words) =>
      words.join(' ').includes('BODY.PEEK[]')
        ? `${whole(1)}${whole(2)}{tag} OK\r\n`
        : heads([1, 2]).replace('20-Nov-2026', '20-Nov-2087'),
  });
  const read = await readFrom(server);
  expect(read.mails.map(({ source, date }) => [source, date])).toEqual([
    ['support/INBOX#1', null],
    ['support/INBOX#2', '2026-11-20T10:00:00.000Z'],
  ]);
  expect(read.mark).toEqual({ validity: '7', uid: 2 });
  expect(read.reached).toBe('2026-11-21T00:00:00.000Z');
});

test('a folder that is counted again is read from where the last reading came to', async () => {
  const server = await scriptedImap({ SEARCH: '* SEARCH\r\n{tag} OK\r\n' });
  const read = await readFrom(server, {
    request: { mark: { validity: '6', uid: 900 }, reached: '2026-11-17T00:00:00.000Z' },
  });
  expect(server.lines.filter((line) => line.includes('SEARCH'))).toEqual([
    expect.stringMatching(/SEARCH SINCE 15-Nov-2026$/),
  ]);
  expect(read.since).toBe('2026-11-16T23:50:00.000Z');
  expect(read.problems).toEqual([
    {
      source: 'support/INBOX',
      problem:
        'the server numbered its mails again (UIDVALIDITY): read again from 2026-11-16T23:50:00.000Z on',
    },
  ]);
});

test('a bound that leaves old mails unread leads on, not back', async () => {
  const server = await threeMails((uids) => `${whole(Number(uids))}{tag} OK\r\n`);
  const read = await readFrom(server, {
    request: {
      limits: { ...MAILBOX_LIMITS, mails: 1 },
      mark: { validity: '7', uid: 0 },
      reached: '2026-11-20T23:00:00.000Z',
    },
  });
  expect(read).toMatchObject({
    mark: { validity: '7', uid: 1 },
    reached: '2026-11-20T23:00:00.000Z',
    cut: 'after 1 mail',
  });
});

test('a server that gives none of several mails, or is busy, fails the reading', async () => {
  const none = await threeMails(() => '{tag} NO Server error\r\n');
  expect(await failureOf(none)).toContain('it says: "Server error"');
  const busy = await scriptedImap({ FETCH: fetches('{tag} NO [UNAVAILABLE] later\r\n') });
  expect(await failureOf(busy)).toContain('it says: ');
});

test('a mail with nothing in it is named, and what else is there is read', async () => {
  const server = await threeMails(
    () => `* 2 FETCH (UID 2 BODY[]<0> NIL)\r\n${whole(1)}${whole(3)}{tag} OK\r\n`,
  );
  const read = await readFrom(server);
  expect(read.mails).toHaveLength(2);
  expect(read.problems).toEqual([
    { source: 'support/INBOX#2', problem: 'not a ticket: it has no header of a mail' },
  ]);
});

test('a large mail of which a part is NIL is read without that part', async () => {
  const plain = (part: string): string =>
    `("TEXT" "PLAIN" ("CHARSET" "utf-8") NIL NIL "7BIT" ${part} 1)`;
  const header = 'From: a@example.com\r\nSubject: large\r\n\r\n';
  const server = await scriptedImap({
    FETCH: (words) => {
      const line = words.join(' ');
      if (line.includes('BODYSTRUCTURE'))
        return `* 1 FETCH (UID 1 BODYSTRUCTURE (${plain('9')}${plain('9')} "MIXED"))\r\n{tag} OK\r\n`;
      if (!line.includes('BODY.PEEK')) return heads([1], 900_000);
      return `* 1 FETCH (UID 1 BODY[HEADER]<0> {${header.length}}\r\n${header} BODY[1.MIME]<0> NIL BODY[1]<0> NIL BODY[2.MIME]<0> NIL BODY[2]<0> "as text")\r\n{tag} OK\r\n`;
    },
  });
  const read = await readFrom(server);
  expect(read.mails.map(({ subject, text }) => [subject, text.trim()])).toEqual([
    ['large', 'as text'],
  ]);
});

async function silentAt({ lines }: ScriptedImap, verb: string): Promise<void> {
  await expect
    .poll(() => lines.some((line) => line.includes(verb)), { timeout: 10_000 })
    .toBe(true);
}
