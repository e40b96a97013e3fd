/** An IMAP server on loopback that says what a test has it say: for what no good server does. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

import { onTestFinished } from 'vitest';

export interface ScriptedImap {
  readonly port: number;
  /** What clients sent, line by line. */
  readonly lines: readonly string[];
}

/**
 * To a command by its first word, in capitals (`FETCH` also for `UID FETCH`): the text to send, where `{tag}` stands for the
 * command's tag; `null` hangs, and `close` breaks the connection off.
 */
export type ImapScript = Readonly<
  Record<string, ((words: readonly string[]) => string | null) | string | null>
>;

const CLOSE = 'close';

const POLITE: ImapScript = {
  CAPABILITY: '* CAPABILITY IMAP4rev1\r\n{tag} OK\r\n',
  LOGIN: '{tag} OK in\r\n',
  NAMESPACE: '* NAMESPACE (("" "/")) NIL NIL\r\n{tag} OK\r\n',
  LIST: '* LIST () "/" INBOX\r\n{tag} OK\r\n',
  LSUB: '{tag} OK\r\n',
  EXAMINE:
    '* 1 EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT 2] ok\r\n{tag} OK [READ-ONLY] ok\r\n',
  SEARCH: '* SEARCH 1\r\n{tag} OK\r\n',
  LOGOUT: '* BYE\r\n{tag} OK\r\n',
};

export async function scriptedImap(
  script: ImapScript,
  greeting = '* OK hello\r\n',
): Promise<ScriptedImap> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.write(greeting);
    let rest = '';
    socket.on('data', (chunk: Buffer) => {
      const parts = `${rest}${chunk.toString('latin1')}`.split('\r\n');
      rest = parts.pop() ?? '';
      for (const line of parts) {
        lines.push(line);
        answer(socket, line, { ...POLITE, ...script });
      }
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { port: address.port, lines };
}

function answer(socket: Socket, line: string, script: ImapScript): void {
  const [tag = '', ...words] = line.split(' ');
  const [first = ''] = words[0]?.toUpperCase() === 'UID' ? words.slice(1) : words;
  const found = script[first.toUpperCase()];
  const text = typeof found === 'function' ? found(words) : found;
  if (text === null) return;
  if (text === CLOSE) socket.destroy();
  else socket.write((text ?? '{tag} BAD what?\r\n').replaceAll('{tag}', tag));
}
