/** Reads a mailbox from where the last reading came to; `contract.ts` says what is asked and what is left alone. */
import { plural } from '../../../../words/text.ts';
import type { TicketProblem } from '../../../../words/ticket.ts';
import { readMail, type Mail } from '../../mail/read-mail.ts';
import { earlierStart } from '../contract.ts';
import type {
  MailboxLimits,
  MailboxMark,
  MailboxReading,
  MailboxRequest,
  MailHead,
  OpenMailbox,
} from './contract.ts';
import { fetchGroup, groupMails, type FetchedMail } from './fetch-mails.ts';
import {
  findByIds,
  findMails,
  headsOf,
  latestArrival,
  markAfter,
  reachedBy,
} from './find-mails.ts';
import { withMailbox } from './open-mailbox.ts';

// When a mail counts as written: as it says, if that can be. Pure.

/** At the end: a time without it could be any of a day. */
const ZONE = /(?:[+-]\d{4}|\b(?:gmt|utc?|z|[ecmp][sd]t))\s*$/i;

export const MAILBOX_LIMITS: MailboxLimits = {
  mails: 5_000,
  bytes: 200_000_000,
  ms: 600_000,
  wholeMail: 262_144,
};

/** One answer, at most: a group of mails is several. */
const MAX_ANSWER = 30_000_000;

/** Of the mails that were answered: looked up and read, of all together. */
const MAX_LOOKED_UP = 1_000;
const MAX_ANSWERED = 1_000;
const MAX_ROUNDS = 5;

/** More is never looked at. */
const MAX_TEXT = 200_000;

/** Throws an AppError when it cannot be read: then the mark stays. */
export async function readMailbox(request: MailboxRequest): Promise<MailboxReading> {
  const { limits } = request;
  const access = { ...request, maxAnswer: MAX_ANSWER, ms: limits.ms + 120_000 };
  return withMailbox(access, async (mailbox) => readOpen(mailbox, request));
}

async function readOpen(mailbox: OpenMailbox, request: MailboxRequest): Promise<MailboxReading> {
  const { until, limits } = request;
  const validity = String(mailbox.box.uidValidity);
  const mark = request.mark?.validity === validity ? request.mark : null;
  // Without a mark, what came in since the last reading may lie before the window.
  const since = mark === null ? earlierStart(request.reached, request.since) : request.since;
  request.progress(`looking through ${mailbox.label}`);
  const latest = latestArrival(request.clock.now(), until);
  const found = await findMails(mailbox, { since, until, mark, latest });
  const reader = readerOf(mailbox, { ...request, latest });
  // What is new goes first: what was read before is read again only for a window that is told again.
  const unread = await reader.read(byNews(found.wanted, mark), limits.mails);
  const cut = reader.cut();
  if (cut === null) await reader.readAnswered();
  if (mark === null && request.mark !== null)
    reader.problems.push({
      source: mailbox.label,
      problem: `the server numbered its mails again (UIDVALIDITY): read again ${since === null ? 'from the first one on' : `from ${since} on`}`,
    });
  return {
    mails: reader.mails,
    problems: reader.problems,
    mark: markAfter(found, { validity, mark, unread }),
    since,
    reached: reachedBy(unread, request),
    pages: reader.pages(),
    requests: mailbox.asked(),
    cut,
  };
}

function byNews(wanted: readonly MailHead[], mark: MailboxMark | null): readonly MailHead[] {
  const isNew = ({ uid }: MailHead): boolean => mark === null || uid > mark.uid;
  return [...wanted.filter(isNew), ...wanted.filter((head) => !isNew(head))];
}

interface MailReader {
  readonly mails: Mail[];
  readonly problems: TicketProblem[];
  /** Gives what a bound left. */
  read(heads: readonly MailHead[], most: number): Promise<readonly MailHead[]>;
  readAnswered(): Promise<void>;
  cut(): string | null;
  pages(): number;
}

function readerOf(
  mailbox: OpenMailbox,
  request: MailboxRequest & { readonly latest: number },
): MailReader {
  const { limits, clock, signal, latest } = request;
  const began = clock.monotonic();
  const mails: Mail[] = [];
  const problems: TicketProblem[] = [];
  const uids = new Set<number>();
  let bytes = 0;
  let pages = 0;
  let cut: string | null = null;
  const boundReached = (): string | null => {
    if (bytes > limits.bytes) return `after ${plural(Math.round(bytes / 1_000_000), 'megabyte')}`;
    const spent = clock.monotonic() - began;
    return spent > limits.ms ? `after ${plural(Math.round(spent / 60_000), 'minute')}` : null;
  };
  const read: MailReader['read'] = async (heads, most) => {
    const taken = heads.slice(0, most);
    let left = heads.slice(most);
    if (left.length > 0) cut ??= `after ${plural(most, 'mail')}`;
    let done = 0;
    for (const group of groupMails(taken, limits.wholeMail)) {
      const bound = boundReached();
      if (bound !== null) {
        cut ??= bound;
        left = [...taken.slice(done), ...left];
        break;
      }
      signal?.throwIfAborted();
      for (const head of group.heads) uids.add(head.uid);
      const fetched = await fetchGroup(mailbox, group, limits.wholeMail);
      for (const one of fetched.mails) {
        bytes += one.bytes.length;
        await take(one, { mailbox, mails, problems, latest });
      }
      for (const { uid } of fetched.refused)
        problems.push({
          source: `${mailbox.label}#${uid}`,
          problem: 'not a ticket: the server does not give this mail',
        });
      pages += 1;
      done += group.heads.length;
      request.progress(`reading ${mailbox.label}: ${done} of ${plural(heads.length, 'mail')}`);
    }
    return left;
  };
  const readAnswered = async (): Promise<void> => {
    const rest = await readThreads({ mailbox, mails, uids, read, latest });
    if (rest > 0) {
      problems.push({
        source: mailbox.label,
        problem: `${plural(rest, 'mail')} that others answer ${rest === 1 ? 'was' : 'were'} not looked up: the answers may be told as tickets of their own`,
      });
    }
    // It concerns what was answered alone: all that is new has been read.
    cut = null;
  };
  return { mails, problems, read, readAnswered, cut: () => cut, pages: () => pages };
}

async function take(
  { head, bytes, attachments, lacks }: FetchedMail,
  to: {
    readonly mailbox: OpenMailbox;
    readonly mails: Mail[];
    readonly problems: TicketProblem[];
    readonly latest: number;
  },
): Promise<void> {
  const source = `${to.mailbox.label}#${head.uid}`;
  const read = await readMail(bytes, source);
  if (read.kind === 'unread') {
    to.problems.push({ source, problem: read.problem });
    return;
  }
  if (lacks !== null) to.problems.push({ source, problem: lacks });
  const { mail } = read;
  to.mails.push({
    ...mail,
    text: mail.text.slice(0, MAX_TEXT),
    date: mailDate(mail.date, { cameIn: head.at, latest: to.latest }),
    attachments: [...mail.attachments, ...(attachments ?? [])],
  });
}

interface Threads {
  readonly mailbox: OpenMailbox;
  readonly mails: readonly Mail[];
  /** Read already. */
  readonly uids: ReadonlySet<number>;
  readonly read: MailReader['read'];
  readonly latest: number;
}

/** What was answered, and what that answered: so that a reply belongs to its ticket. Gives how many were left. */
async function readThreads({ mailbox, mails, uids, read, latest }: Threads): Promise<number> {
  const looked = new Set<string>();
  let left = 0;
  let room = MAX_ANSWERED;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    for (const { messageId } of mails) if (messageId !== null) looked.add(messageId);
    const missing = [...new Set(mails.flatMap(({ answers }) => endsOf(answers)))].filter(
      (id) => !looked.has(id),
    );
    const asked = missing.slice(0, Math.max(0, MAX_LOOKED_UP - looked.size + mails.length));
    left += missing.length - asked.length;
    for (const id of missing) looked.add(id);
    if (asked.length === 0) break;
    const found = (await findByIds(mailbox, asked)).filter((uid) => !uids.has(uid));
    if (found.length === 0) break;
    const heads = await headsOf(mailbox, found, latest);
    const unread = await read(heads, room);
    left += unread.length;
    room -= heads.length - unread.length;
  }
  return left;
}

/** The nearest two, and the three that began it: of a long thread those are enough. */
function endsOf(answers: readonly string[]): readonly string[] {
  return answers.length <= 5 ? answers : [...answers.slice(0, 2), ...answers.slice(-3)];
}

/**
 * The date in the header. If it is unreadable, has no zone, or is later than the mail came in, the time it came in replaces
 * it: otherwise the mail would belong to no window, or to a future one. If the time it came in is unknown, a header date
 * after `latest` gives `null`.
 */
export function mailDate(
  header: string | null,
  { cameIn, latest }: { readonly cameIn: number | null; readonly latest: number },
): string | null {
  if (cameIn === null) return Date.parse(header ?? '') > latest ? null : header;
  const plain = header?.replace(/\([^()]*\)/g, '').trim() ?? '';
  const written = ZONE.test(plain) ? Date.parse(plain) : Number.NaN;
  if (written <= cameIn && written > 0) return header;
  return new Date(cameIn).toISOString();
}
