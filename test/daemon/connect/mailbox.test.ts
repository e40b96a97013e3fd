import { createServer, type Server, type Socket } from 'node:net';

import { expect, it } from 'vitest';

import { inspectMailbox } from '../../../src/collectors/inspect-mailbox.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { ImapConnection } from '../../../src/words/connection.ts';

const PASSWORD = 'correct-horse-battery';

/** As much of IMAP as a look needs. */
async function imapServer(): Promise<{
  readonly port: number;
  readonly said: string[];
  close(): Promise<void>;
}> {
  const said: string[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (let end = rest.indexOf('\r\n'); end !== -1; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        said.push(line);
        socket.write(answerTo(line));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    port: address === null || typeof address === 'string' ? 0 : address.port,
    said,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

function answerTo(line: string): string {
  const [tag = '', word = '', ...args] = line.split(' ');
  const ok = `${tag} OK done\r\n`;
  switch (word.toUpperCase()) {
    case 'CAPABILITY':
      return `* CAPABILITY IMAP4rev1\r\n${ok}`;
    case 'LOGIN':
      return args.join(' ').includes(PASSWORD) ? ok : `${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`;
    case 'LIST':
    case 'LSUB':
      return args.join('') === '""""'
        ? `* LIST (\\Noselect) "/" ""\r\n${ok}`
        : `* LIST () "/" INBOX\r\n* LIST () "/" Support\r\n* LIST () "/" Shared\r\n${ok}`;
    case 'EXAMINE':
      if (args[0] === 'Shared') return `${tag} NO [NOPERM] not yours\r\n`;
      return args[0] === 'Support'
        ? `* 12 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 20] ok\r\n${tag} OK [READ-ONLY] ok\r\n`
        : `${tag} NO no such folder\r\n`;
    case 'STATUS':
      return `* STATUS Support (MESSAGES 12 UNSEEN 3)\r\n${ok}`;
    case 'LOGOUT':
      return `* BYE\r\n${ok}`;
    default:
      return ok;
  }
}

const connection = (port: number, more: Partial<ImapConnection> = {}): ImapConnection => ({
  kind: 'imap',
  name: 'support',
  private: true,
  ca: null,
  host: '127.0.0.1',
  port,
  security: 'none',
  user: 'desk@example.com',
  password: { kind: 'env', name: 'PASSWORD' },
  folder: 'Support',
  ...more,
});

async function look(one: ImapConnection, password = PASSWORD) {
  const signal = AbortSignal.timeout(15_000);
  return inspectMailbox(one, {
    env: { PASSWORD: password },
    learn: () => undefined,
    clock: systemClock,
    signal,
  });
}

it('a mailbox says how many mails it holds, and is not changed', async () => {
  const server = await imapServer();
  expect(await look(connection(server.port))).toEqual({
    reached: true,
    as: 'desk@example.com',
    sees: ['Support: 12 mails, 3 unread'],
    can: [{ what: 'read tickets', answer: 'yes' }],
    problems: [],
  });
  expect(server.said.join('\n')).not.toMatch(/SELECT|STORE|FETCH|EXPUNGE|APPEND/i);
  await server.close();
});

it('a folder that is not there is told the nearest one', async () => {
  const server = await imapServer();
  expect(await look(connection(server.port, { folder: 'Suport' }))).toMatchObject({
    reached: true,
    can: [{ what: 'read tickets', answer: 'no' }],
    problems: [
      {
        what: expect.stringContaining('has no folder Suport'),
        hint: 'Did you mean Support? There are: INBOX, Shared, Support.',
      },
    ],
  });
  await server.close();
});

it('a folder that is there and may not be read is told as that', async () => {
  const server = await imapServer();
  expect(await look(connection(server.port, { folder: 'Shared' }))).toMatchObject({
    reached: true,
    can: [{ what: 'read tickets', answer: 'no' }],
    problems: [{ what: expect.stringContaining('not yours') }],
  });
  await server.close();
});

it('a wrong log-in is told as one, and nobody there as nobody', async () => {
  const server = await imapServer();
  const report = await look(connection(server.port), 'something-else');
  expect(report).toMatchObject({ reached: false, problems: [{ what: 'the log-in is not taken' }] });
  expect(JSON.stringify(report)).not.toContain('something-else');
  await server.close();
  expect(await look(connection(server.port))).toMatchObject({
    problems: [{ what: expect.stringContaining('it takes no connections there') }],
  });
});

it('without STARTTLS nothing is logged in where it is asked for', async () => {
  const server = await imapServer();
  expect(await look(connection(server.port, { security: 'starttls' }))).toMatchObject({
    reached: false,
  });
  expect(server.said.join('\n')).not.toContain('LOGIN');
  await server.close();
});

it('an address that is not allowed is not dialled', async () => {
  const server = await imapServer();
  const near = connection(server.port, { private: false, security: 'tls' });
  expect(await look(near)).toMatchObject({
    problems: [{ what: '127.0.0.1 is a loopback address, which is not asked for' }],
  });
  expect(server.said).toEqual([]);
  await server.close();
});
