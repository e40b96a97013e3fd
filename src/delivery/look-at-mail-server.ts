/** Whether a mail server takes the log-in. Nothing is sent, but for the one mail that a person asks for. */
import { unreached, type ConnectReport } from '../domain/connect-report.ts';
import type { SmtpConnection } from '../domain/connection.ts';
import { oneLine } from '../domain/text.ts';
import type { Environment } from '../platform/environment.ts';
import { isRecord } from '../platform/json.ts';
import { failureWords } from '../platform/outward/failure-words.ts';
import { guardedHost } from '../platform/outward/outward-connect.ts';
import { reachOf } from '../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../platform/outward/read-credential.ts';
import { systemErrorCode } from '../platform/system-error.ts';

const WAIT_MS = 20_000;

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly signal: AbortSignal;
  /** Gets one mail; `null`: nobody does. */
  readonly sendTo: string | null;
}

export async function lookAtMailServer(
  connection: SmtpConnection,
  { env, learn, signal, sendTo }: Request,
): Promise<ConnectReport> {
  const { host, port, security, user, from } = connection;
  const pass =
    connection.password === null ? null : await readCredential(connection.password, env, learn);
  const reach = await reachOf(connection, env);
  const loopbackOnly = security === 'none';
  const guarded = await guardedHost({ host, port, reach, loopbackOnly, signal });
  if (guarded.kind !== 'host')
    return unreached(guarded.why, 'Look at `host`, `port`, the network, and `private`.');
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({
    host: guarded.address,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: guarded.tls,
    ...(user === null || pass === null ? {} : { auth: { user, pass } }),
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const stop = (): void => transport.close();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await transport.verify();
    const sending =
      sendTo === null ? UNTRIED : await sendOne(transport, { connection, to: sendTo });
    return {
      reached: true,
      as: user,
      sees: [`${oneLine(host, 80)}:${port}, ${securityWords(security)}`, ...sending.sees],
      can: [
        ...(user === null ? [] : [{ what: 'log in', answer: 'yes' as const }]),
        { what: `send as ${oneLine(from, 120)}`, answer: sending.answer },
      ],
      problems: sending.problems,
    };
  } catch (thrown) {
    return failed(thrown, connection);
  } finally {
    signal.removeEventListener('abort', stop);
    transport.close();
  }
}

interface Sender {
  sendMail(mail: {
    readonly from: string;
    readonly to: string;
    readonly subject: string;
    readonly text: string;
  }): Promise<{ readonly response: string }>;
}

function securityWords(security: SmtpConnection['security']): string {
  switch (security) {
    case 'none':
      return 'in the clear, on this machine';
    case 'tls':
      return 'TLS from the first byte';
    case 'starttls':
      return 'TLS by STARTTLS';
  }
}

interface Sending {
  readonly sees: readonly string[];
  readonly answer: 'yes' | 'no' | 'unknown';
  readonly problems: ConnectReport['problems'];
}

const UNTRIED: Sending = { sees: [], answer: 'unknown', problems: [] };

/** What the server says to that mail stands beside what it said before: it was reached. */
async function sendOne(
  transport: Sender,
  { connection, to }: { readonly connection: SmtpConnection; readonly to: string },
): Promise<Sending> {
  const { from, name } = connection;
  try {
    const { response } = await transport.sendMail({
      from,
      to,
      subject: 'Roundsman can send mail',
      text: 'Somebody asked for this mail with `roundsman connect --send`, to see whether it arrives.\n',
    });
    const words = `sent to ${oneLine(to, 100)}: ${oneLine(response, 200)}`;
    return { sees: [words], answer: 'yes', problems: [] };
  } catch (thrown) {
    const response: unknown = isRecord(thrown) ? thrown['response'] : null;
    const words = typeof response === 'string' ? oneLine(response, 200) : failureWords(thrown);
    return {
      sees: [],
      answer: 'no',
      problems: [
        {
          what: `a mail to ${oneLine(to, 100)} is not taken: ${words}`,
          hint: `Look at connections.${name}.from, at the address, and at what that log-in may send.`,
        },
      ],
    };
  }
}

function failed(thrown: unknown, { name, security }: SmtpConnection): ConnectReport {
  switch (systemErrorCode(thrown)) {
    case 'EAUTH':
      return unreached(
        'the log-in is not taken',
        `Look at \`user\`, and at what connections.${name}.password leads to. Many providers want a password for apps.`,
      );
    case 'ENOAUTH':
      return unreached('it asks for a log-in', 'Add `user` and `password`.');
    case 'ETLS':
      return unreached(
        security === 'starttls'
          ? 'it offers no STARTTLS, or its certificate is not taken'
          : 'TLS was not agreed on',
        'Look at `port` and `security`: 465 is for `tls`, 587 for `starttls`; `ca` names an authority of your own.',
      );
    case null:
    default: {
      // nodemailer keeps what the system said beside a code of its own.
      const code: unknown = isRecord(thrown) ? thrown['originalCode'] : null;
      return unreached(
        failureWords(typeof code === 'string' ? { code } : thrown),
        'Look at `port` and `security`: 465 is for `tls`, 587 for `starttls`; `ca` names an authority of your own.',
      );
    }
  }
}
