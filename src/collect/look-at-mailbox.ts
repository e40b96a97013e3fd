/** What a log-in can see of a mailbox. Nothing in it is changed: no mail is read, no flag is set. */
import { closestWord } from '../domain/closest-word.ts';
import { unreached, type ConnectReport } from '../domain/connect-report.ts';
import type { ImapConnection } from '../domain/connection.ts';
import { oneLine, plural } from '../domain/text.ts';
import type { Environment } from '../platform/environment.ts';
import { isRecord } from '../platform/json.ts';
import { failureWords } from '../platform/outward/failure-words.ts';
import { guardedHost } from '../platform/outward/outward-connect.ts';
import { reachOf } from '../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../platform/outward/read-credential.ts';

const WAIT_MS = 20_000;

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly signal: AbortSignal;
}

export async function lookAtMailbox(
  connection: ImapConnection,
  { env, learn, signal }: Request,
): Promise<ConnectReport> {
  const { host, port, security, user, folder } = connection;
  const pass = await readCredential(connection.password, env, learn);
  const reach = await reachOf(connection, env);
  const loopbackOnly = security === 'none';
  const guarded = await guardedHost({ host, port, reach, loopbackOnly, signal });
  if (guarded.kind !== 'host')
    return unreached(guarded.why, 'Look at `host`, `port`, the network, and `private`.');
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow({
    host: guarded.address,
    port,
    secure: security === 'tls',
    doSTARTTLS: security === 'starttls',
    tls: guarded.tls,
    ...(guarded.servername === null ? {} : { servername: guarded.servername }),
    auth: { user, pass },
    logger: false,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  });
  client.on('error', () => undefined);
  const stop = (): void => client.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await client.connect();
    const folders = (await client.list()).map(({ path }) => path);
    if (!folders.includes(folder) && !(folder.toUpperCase() === 'INBOX' && folders.some(isInbox)))
      return withoutFolder(user, folder, folders);
    const status = await client.status(folder, { messages: true, unseen: true });
    const { messages = 0, unseen = 0 } = status === false ? {} : status;
    return {
      reached: true,
      as: user,
      sees: [`${oneLine(folder, 80)}: ${plural(messages, 'mail')}, ${unseen} unread`],
      can: [{ what: 'read tickets', answer: 'yes' }],
      problems: [],
    };
  } catch (thrown) {
    return failed(thrown, connection);
  } finally {
    signal.removeEventListener('abort', stop);
    await client.logout().catch(() => client.close());
  }
}

function isInbox(path: string): boolean {
  return path.toUpperCase() === 'INBOX';
}

/* oxlint-disable-next-line eslint/max-params -- who, what, and what there is */
function withoutFolder(user: string, folder: string, folders: readonly string[]): ConnectReport {
  const near = closestWord(folder, folders);
  const shown = folders.slice(0, 12).map((path) => oneLine(path, 60));
  return {
    reached: true,
    as: user,
    sees: [`folders: ${shown.join(', ')}${folders.length > 12 ? ', …' : ''}`],
    can: [{ what: 'read tickets', answer: 'no' }],
    problems: [
      {
        what: `there is no folder ${oneLine(folder, 80)}`,
        hint:
          near === null
            ? 'Name one of those in `folder`.'
            : `Did you mean \`${oneLine(near, 80)}\`?`,
      },
    ],
  };
}

function failed(thrown: unknown, { name, security }: ImapConnection): ConnectReport {
  if (isRecord(thrown) && thrown['authenticationFailed'] === true)
    return unreached(
      'the log-in is not taken',
      `Look at \`user\`, and at what connections.${name}.password leads to. Many providers want a password for apps.`,
    );
  const hint =
    security === 'starttls'
      ? 'Does the server offer STARTTLS at that port? Otherwise `security: tls`, which is port 993.'
      : 'Look at `port` and `security`: 993 is for `tls`, 143 for `starttls`; `ca` names an authority of your own.';
  return unreached(failureWords(thrown), hint);
}
