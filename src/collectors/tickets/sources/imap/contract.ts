/**
 * A mailbox as a source of tickets. It is opened for reading only (EXAMINE), and read without a trace (BODY.PEEK): no flag
 * changes, so people see as unread what they have not read. A thread is one ticket.
 *
 * What is asked: all that came in since the window began, and all above the mark, whenever it came in. The mark is
 * UIDVALIDITY and UID; another UIDVALIDITY voids it: then what came in since the last reading ended is asked for. Of a large mail only the texts are fetched, by part number; what else is
 * attached is named and never asked for. A reply brings in the mails that it answers, if they still lie in the mailbox, so
 * that it belongs to their ticket.
 *
 * In order: `open-mailbox.ts` (the way there), `find-mails.ts` (which ones), `fetch-mails.ts` (their texts), `read-mailbox.ts`
 * (all of it), `open-imap.ts` (the port).
 */
import type { ImapFlow, MailboxObject } from 'imapflow';

import type { Clock } from '../../../../platform/clock.ts';
import type { Reach } from '../../../../platform/outward/contract.ts';
import type { ImapConnection } from '../../../../words/connection.ts';
import type { TicketProblem } from '../../../../words/ticket.ts';
import type { Mail } from '../../mail/read-mail.ts';

/** All mails up to this UID were read, as long as UIDVALIDITY is the same. */
export interface MailboxMark {
  /** Digits. */
  readonly validity: string;
  readonly uid: number;
}

export interface MailboxRequest {
  readonly connection: ImapConnection;
  readonly reach: Reach;
  readonly password: string;
  /** ISO 8601; `null`: from the first mail on. */
  readonly since: string | null;
  /** ISO 8601: what came in then or later is not read. */
  readonly until: string;
  readonly mark: MailboxMark | null;
  /** ISO 8601: how far the reading came that gave the mark; `null`: there was none. */
  readonly reached: string | null;
  readonly limits: MailboxLimits;
  readonly clock: Clock;
  readonly signal?: AbortSignal;
  progress(text: string): void;
}

export interface MailboxLimits {
  /** Mails of one reading; the oldest by UID come first, the rest next time. */
  readonly mails: number;
  /** Fetched, of all together. */
  readonly bytes: number;
  readonly ms: number;
  /** A mail of more than this is read in part: its texts alone. */
  readonly wholeMail: number;
}

export interface MailboxReading {
  readonly mails: readonly Mail[];
  readonly problems: readonly TicketProblem[];
  readonly mark: MailboxMark;
  /** ISO 8601: from when on it was asked; `null`: from the first mail on. */
  readonly since: string | null;
  /** ISO 8601: all that came in up to here was read. */
  readonly reached: string;
  /** Fetches, and all commands. */
  readonly pages: number;
  readonly requests: number;
  /** Which bound ended it; `null`: all was read. */
  readonly cut: string | null;
}

/** A mailbox that is open. */
export interface OpenMailbox {
  readonly client: ImapFlow;
  readonly box: MailboxObject;
  /** How its mails are called: `support/INBOX`. */
  readonly label: string;
  /** Runs a command over it. Throws an AppError that says what failed and holds no secret. */
  readonly ask: <Answer>(command: (client: ImapFlow) => Promise<Answer>) => Promise<Answer>;
  /** How many commands were run. */
  readonly asked: () => number;
}

/** What is known of a mail before its text is fetched. */
export interface MailHead {
  readonly uid: number;
  readonly size: number;
  /** When it came in, milliseconds since 1970; `null`: the server says nothing that can be. */
  readonly at: number | null;
}
