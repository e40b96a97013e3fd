/** Runs of a routine over one mailbox: each collects as a run does, and what it told is remembered for the next. */
import { collectTickets } from '../../../src/collectors/tickets/collect-tickets.ts';
import { rememberTickets } from '../../../src/collectors/tickets/remember-tickets.ts';
import { ticketsOf } from '../../../src/connectors/registry.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import type { ImapConnection } from '../../../src/words/connection.ts';
import type { CollectorMemory, TicketsFacts } from '../../../src/words/facts.ts';
import { isRoutineId, isRunId } from '../../../src/words/ids.ts';
import type { Secret } from '../../../src/words/redaction/secret.ts';
import { ticketsRequest } from '../../collectors/tickets/tickets-request.ts';
import { temporaryFolder } from '../git-repo.ts';
import type { Dovecot } from './dovecot.ts';

export interface MailboxRuns {
  /** One that goes well: what it told is known to the next. */
  run(from: string | null, to: string): Promise<TicketsFacts>;
  /** One that tells and forgets. */
  look(from: string | null, to: string): Promise<TicketsFacts>;
  memory(): unknown;
  /** What the redactor was told. */
  readonly secrets: readonly Secret[];
  readonly progress: readonly string[];
}

export const PASSWORD = 'correct-horse-battery';

export function imapConnection(
  dovecot: Dovecot,
  change: Partial<ImapConnection> = {},
): ImapConnection {
  return {
    kind: 'imap',
    name: 'support',
    private: true,
    ca: dovecot.certificates.ca,
    host: 'localhost',
    port: dovecot.ports.imaps,
    security: 'tls',
    user: 'support',
    password: { kind: 'env', name: 'MAIL_PASSWORD' },
    folder: 'INBOX',
    ...change,
  };
}

export function mailboxRuns(connection: ImapConnection, password = PASSWORD): MailboxRuns {
  const routine = 'digest';
  const run = `0${'1'.repeat(25)}`;
  if (!isRoutineId(routine) || !isRunId(run)) throw new TypeError('no ids');
  let memory: CollectorMemory | null = null;
  const secrets: Secret[] = [];
  const progress: string[] = [];
  const root = temporaryFolder();
  const look = async (from: string | null, to: string): Promise<TicketsFacts> =>
    collectTickets(
      ticketsRequest(root, {
        window: { from, to, uncovered: null },
        memory,
        outside: {
          connections: [connection],
          ticketsOf,
          env: { MAIL_PASSWORD: password },
          clock: systemClock,
          learn: (more) => secrets.push(...more),
        },
        progress: (text) => progress.push(text),
        rule: { path: null, from: connection.name },
      }),
    );
  return {
    look,
    run: async (from, to) => {
      const facts = await look(from, to);
      const window = { from, to, uncovered: null };
      const value = rememberTickets({ facts, window, run, current: memory });
      // As it comes back from its file.
      memory = { routine, collector: 'tickets', run, value: JSON.parse(JSON.stringify(value)) };
      return facts;
    },
    memory: () => memory?.value,
    secrets,
    progress,
  };
}

let made = 0;

/** A mail with usual headers; a header that is `null` is left out. */
export function mailText(
  headers: Readonly<Record<string, string | null>>,
  body = 'It does not work.',
): string {
  made += 1;
  const all: Readonly<Record<string, string | null>> = {
    From: 'Jane Doe <jane@example.com>',
    To: 'support@example.com',
    Subject: 'Question',
    'Message-ID': `<${made}@example.com>`,
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [`${name}: ${value}`],
  );
  return [...lines, '', ...body.split(/\r?\n/)].join('\r\n');
}

export function titles({ items }: TicketsFacts): readonly string[] {
  return items.map(({ title }) => title);
}
