/** The way to a mailbox: which address, TLS or not at all, log-in, EXAMINE; and out of it again, whatever happened. */
import type { ImapFlow, ImapFlowOptions, MailboxObject } from 'imapflow';

import { isRecord } from '../../../../platform/json.ts';
import { guardedHost, type GuardedHost } from '../../../../platform/outward/outward-connect.ts';
import { AppError } from '../../../../words/errors.ts';
import { closestWord, oneLine } from '../../../../words/text.ts';
import type { MailboxRequest, OpenMailbox } from './contract.ts';
import { mailboxFailure, shownServer } from './mailbox-failure.ts';

/** A server that says nothing for so long has hung. */
const SILENCE_MS = 60_000;
const CONNECT_MS = 30_000;
const GREETING_MS = 20_000;
const GOODBYE_MS = 3_000;
/** The numbers of a million mails are 8 MB. */
const MAX_LINE = 16_000_000;
const MAX_FOLDERS_SHOWN = 8;
/** How often it is looked how much came in. */
const WATCH_MS = 50;

export type MailboxAccess = Pick<
  MailboxRequest,
  'connection' | 'reach' | 'password' | 'clock' | 'signal'
> & {
  /** No command is answered with more, in however many rows. */
  readonly maxAnswer: number;
  /** All of it ends then. */
  readonly ms: number;
};

/** Opens it, does the work, and closes it. Throws an AppError. */
export async function withMailbox<Result>(
  access: MailboxAccess,
  work: (mailbox: OpenMailbox) => Promise<Result>,
): Promise<Result> {
  const { connection, signal } = access;
  signal?.throwIfAborted();
  const host = await guard(access);
  const { ImapFlow: Client } = await import('imapflow');
  const client = new Client(optionsOf(access, host));
  let failure: unknown = null;
  // Without a listener it would end the process. What waits is rejected besides.
  client.on('error', (thrown: unknown) => (failure ??= thrown));
  const over = new AbortController();
  const close = (): void => client.close();
  signal?.addEventListener('abort', close, { once: true });
  let late = false;
  const end = async (): Promise<void> => {
    await access.clock.sleep(access.ms, over.signal);
    if (over.signal.aborted) return;
    late = true;
    client.close();
  };
  void end();
  // The library bounds each row, and not how many of them come: a server need never end its answer.
  let before = 0;
  const watch = async (): Promise<void> => {
    const most = access.maxAnswer + MAX_LINE;
    while (!over.signal.aborted && client.stats().received - before <= most)
      await access.clock.sleep(WATCH_MS, over.signal);
    if (over.signal.aborted) return;
    failure = Object.assign(new Error('too much'), { code: 'LiteralTooLarge' });
    client.close();
  };
  void watch();
  let asked = 0;
  const ask: OpenMailbox['ask'] = async (command) => {
    asked += 1;
    before = client.stats().received;
    try {
      return await command(client);
    } catch (thrown) {
      signal?.throwIfAborted();
      if (late) throw tooSlow(access);
      throw mailboxFailure(isLost(thrown) ? (failure ?? thrown) : thrown, access);
    }
  };
  try {
    await ask(async () => client.connect());
    const box = await examine(access, ask);
    const label = oneLine(`${connection.name}/${connection.folder}`, 100);
    return await work({ client, box, label, ask, asked: () => asked });
  } finally {
    over.abort();
    signal?.removeEventListener('abort', close);
    await leave(client, access);
  }
}

async function guard({ connection, reach, signal }: MailboxAccess): Promise<GuardedHost> {
  const { host, port, security } = connection;
  const found = await guardedHost({
    host,
    port,
    reach,
    loopbackOnly: security === 'none',
    ...(signal === undefined ? {} : { signal }),
  });
  if (found.kind === 'host') return found;
  const isRefused = found.kind === 'refused';
  throw new AppError(isRefused ? 'refused' : 'failed', {
    code: isRefused ? 'imap-refused' : 'imap-failed',
    message: `connections.${connection.name}: ${found.why}`,
    hint: isRefused
      ? 'A server of your own network needs `private: true`; one without TLS has to be on this machine.'
      : 'Nothing was told and nothing is lost: the next run asks for the same again.',
  });
}

function optionsOf(
  { connection, password, maxAnswer }: MailboxAccess,
  { address, servername, tls }: GuardedHost,
): ImapFlowOptions {
  const { port, security, user } = connection;
  return {
    host: address,
    port,
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    ...(servername === null ? {} : { servername }),
    tls,
    auth: { user, pass: password },
    // It would write what is sent, secrets too.
    logger: false,
    emitLogs: false,
    clientInfo: { name: 'roundsman' },
    disableAutoIdle: true,
    // Unpacking is one more way to be flooded, and the rest is not needed to read.
    disableCompression: true,
    disableAutoEnable: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENCE_MS,
    maxLineLength: MAX_LINE,
    maxLiteralSize: maxAnswer,
    maxResponseSize: maxAnswer + MAX_LINE,
  };
}

async function examine(access: MailboxAccess, ask: OpenMailbox['ask']): Promise<MailboxObject> {
  const { folder } = access.connection;
  return ask(async (client) => {
    try {
      return await client.mailboxOpen(folder, { readOnly: true });
    } catch (thrown) {
      throw isRefusal(thrown) ? await noFolder(client, { access, thrown }) : thrown;
    }
  });
}

/** Of a server that answers NO; anything else is a failure on the way. */
function isRefusal(thrown: unknown): boolean {
  return isRecord(thrown) && (thrown['responseStatus'] === 'NO' || thrown['code'] === 'NotFound');
}

async function noFolder(
  client: ImapFlow,
  { access, thrown }: { readonly access: MailboxAccess; readonly thrown: unknown },
): Promise<unknown> {
  const { connection } = access;
  const listed = (await client.list()).map(({ path }) => path);
  if (listed.includes(connection.folder)) return thrown;
  const near = closestWord(connection.folder, listed);
  const some = listed.slice(0, MAX_FOLDERS_SHOWN).map((path) => oneLine(path, 60));
  const more = listed.length - some.length;
  const all = `${some.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return new AppError('missing', {
    code: 'imap-no-folder',
    message: `connections.${connection.name}: ${shownServer(connection)} has no folder ${oneLine(connection.folder, 80)}`,
    hint: `${near === null ? '' : `Did you mean ${oneLine(near, 60)}? `}There are: ${all === '' ? 'none' : all}.`,
  });
}

function isLost(thrown: unknown): boolean {
  return isRecord(thrown) && ['NoConnection', 'EConnectionClosed'].includes(String(thrown['code']));
}

function tooSlow({ connection, ms }: MailboxAccess): AppError {
  return new AppError('failed', {
    code: 'imap-slow',
    message: `connections.${connection.name}: ${shownServer(connection)} was not read within ${Math.round(ms / 1_000)} s`,
    hint: 'Nothing was told and nothing is lost: the next run asks for the same again.',
  });
}

/** A server that does not answer the goodbye is left without one. */
async function leave(client: ImapFlow, { clock }: MailboxAccess): Promise<void> {
  const waited = new AbortController();
  if (client.usable) {
    const said = client.logout().catch(() => undefined);
    await Promise.race([said, clock.sleep(GOODBYE_MS, waited.signal)]);
  }
  waited.abort();
  client.close();
}
