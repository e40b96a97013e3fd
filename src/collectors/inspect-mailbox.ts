/** What a log-in can see of a mailbox. Nothing in it is changed: no mail is read, no flag is set. */
import { unreached, type ConnectReport } from '../forges/connect-report.ts';
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import { formatFailure } from '../platform/outward/contract.ts';
import { reachOf } from '../platform/outward/reach-of.ts';
import { readCredential, type Learn } from '../platform/outward/read-credential.ts';
import type { ImapConnection } from '../words/connection.ts';
import { AppError } from '../words/errors.ts';
import { oneLine, plural } from '../words/text.ts';
import type { OpenMailbox } from './tickets/sources/imap/contract.ts';
import { REFUSED } from './tickets/sources/imap/mailbox-failure.ts';
import { withMailbox } from './tickets/sources/imap/open-mailbox.ts';

const WAIT_MS = 60_000;
const MAX_ANSWER = 1_000_000;

interface Request {
  readonly env: Environment;
  readonly learn: Learn;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

/** Opened as a run opens it: what can be listed need not let itself be read. */
export async function inspectMailbox(
  connection: ImapConnection,
  { env, learn, clock, signal }: Request,
): Promise<ConnectReport> {
  const password = await readCredential(connection.password, env, learn);
  const reach = await reachOf(connection, env);
  const access = { connection, reach, password, clock, signal };
  try {
    const sees = await withMailbox(
      { ...access, maxAnswer: MAX_ANSWER, ms: WAIT_MS },
      async (mailbox) => mailsIn(mailbox, connection.folder),
    );
    return reportOf(connection, { sees: [sees], answer: 'yes', problems: [] });
  } catch (thrown) {
    return failed(thrown, connection);
  }
}

async function mailsIn({ ask, box }: OpenMailbox, folder: string): Promise<string> {
  const status = await ask(async (client) => client.status(folder, { unseen: true }));
  const unseen = status === false ? null : (status.unseen ?? null);
  const mails = `${oneLine(folder, 80)}: ${plural(box.exists, 'mail')}`;
  return unseen === null ? mails : `${mails}, ${unseen} unread`;
}

function reportOf(
  { user }: ImapConnection,
  {
    sees,
    answer,
    problems,
  }: Pick<ConnectReport, 'sees' | 'problems'> & { readonly answer: 'yes' | 'no' },
): ConnectReport {
  return { reached: true, as: user, sees, can: [{ what: 'read tickets', answer }], problems };
}

function failed(thrown: unknown, connection: ImapConnection): ConnectReport {
  const { name } = connection;
  const usual =
    'Look at `host`, `port`, `security` and the network: 993 is for `tls`, 143 for `starttls`.';
  if (!(thrown instanceof AppError)) return unreached(formatFailure(thrown), usual);
  const what = thrown.message.replace(`connections.${name}: `, '');
  switch (thrown.reason) {
    case 'imap-log-in':
      return unreached(
        'the log-in is not taken',
        `Look at \`user\`, and at what connections.${name}.password leads to. Many providers want a password for apps.`,
      );
    case 'imap-no-folder':
    case REFUSED: {
      const hint = thrown.reason === REFUSED ? 'Has that log-in the right to read it?' : null;
      const problems = [{ what, hint: hint ?? thrown.hint }];
      return reportOf(connection, { sees: [], answer: 'no', problems });
    }
    case 'imap-refused':
      return unreached(what, 'Look at `host`, `port`, the network, and `private`.');
    default: {
      const isOfRuns = thrown.hint.startsWith('Nothing was told');
      return unreached(what, isOfRuns ? usual : thrown.hint);
    }
  }
}
