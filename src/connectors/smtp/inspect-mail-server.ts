/**
 * Whether a mail server takes the log-in, over the session that mails go by and in the words that they fail with. Nothing is
 * sent, but for the one mail that a person asks for.
 */
import { unreached, type ConnectReport } from '../../forges/connect-report.ts';
import type { Environment } from '../../platform/environment.ts';
import { guardedHost } from '../../platform/outward/outward-connect.ts';
import { reachOf } from '../../platform/outward/reach-of.ts';
import type { Learn } from '../../platform/outward/read-credential.ts';
import type { SmtpConnection } from '../../words/connection.ts';
import { oneLine } from '../../words/text.ts';
import { judgeSmtp } from './judge-smtp.ts';
import { addressOf } from './mail-of.ts';
import { smtpLogin, smtpOptions } from './smtp-server.ts';
import type { SmtpDoor } from './smtp-session.ts';

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly signal: AbortSignal;
  /** The address that gets one mail; `null`: no mail is sent. */
  readonly sendTo: string | null;
}

export async function inspectMailServer(
  connection: SmtpConnection,
  { env, learn, signal, sendTo }: Request,
): Promise<ConnectReport> {
  const { host, port, security, user, from } = connection;
  const login = await smtpLogin(connection, env, learn);
  const reach = await reachOf(connection, env);
  const loopbackOnly = security === 'none';
  const guarded = await guardedHost({ host, port, reach, loopbackOnly, signal });
  if (guarded.kind !== 'host')
    return unreached(guarded.why, 'Look at `host`, `port`, the network, and `private`.');
  const door: SmtpDoor = { options: smtpOptions(connection, guarded), login, signal };
  const { enterSmtp } = await import('./smtp-session.ts');
  const welcome = await enterSmtp(door);
  if (welcome.kind !== 'in') {
    const { why, hint } = wordsOf(judgeSmtp(welcome, connection), connection);
    return unreached(why, hint);
  }
  const sending = sendTo === null ? UNTRIED : await sendOne(connection, door, sendTo);
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
async function sendOne(connection: SmtpConnection, door: SmtpDoor, to: string): Promise<Sending> {
  const shown = oneLine(to, 100);
  const [from, recipient] = [addressOf('from', connection.from), addressOf('to', to)];
  const [{ sendOverSmtp }, { plainMimeOf }] = await Promise.all([
    import('./smtp-session.ts'),
    import('./mime-of.ts'),
  ]);
  const bytes = await plainMimeOf({
    from,
    to: recipient,
    subject: 'Roundsman can send mail',
    text: 'This mail was requested with `roundsman connect --send`, to see whether it arrives.\n',
  });
  const end = await sendOverSmtp({
    ...door,
    from: from.address,
    to: [recipient.address],
    bytes,
    onConnected: () => Promise.resolve(),
    onAddressed: () => Promise.resolve(true),
  });
  const result = judgeSmtp(end, connection);
  if (result.kind === 'sent')
    return { sees: [`sent to ${shown}: ${result.receipt}`], answer: 'yes', problems: [] };
  const { why, hint } = wordsOf(result, connection);
  const what = `a mail to ${shown} is not taken: ${why}`;
  return { sees: [], answer: 'no', problems: [{ what, hint }] };
}

/** Of what may work later too. */
function wordsOf(
  result: ReturnType<typeof judgeSmtp>,
  { name }: SmtpConnection,
): { readonly why: string; readonly hint: string } {
  if (result.kind === 'refused') return result;
  const why = result.kind === 'retry' ? result.why : result.receipt;
  return {
    why,
    hint: `That may pass: mails are tried again. Where it does not, look at host, port and security of connections.${name}: 465 is for tls, 587 for starttls.`,
  };
}
