/** A mailbox behind the port of ticket sources. */
import { isRecord } from '../../../../platform/json.ts';
import { reachOf } from '../../../../platform/outward/reach-of.ts';
import { readCredential } from '../../../../platform/outward/read-credential.ts';
import type { ImapConnection } from '../../../../words/connection.ts';
import { oneLine } from '../../../../words/text.ts';
import type { PlainJson } from '../../../../words/ticket.ts';
import { joinThreads } from '../../mail/join-threads.ts';
import type { SourceReading, SourceRequest, SourceStart, TicketSource } from '../contract.ts';
import type { MailboxMark } from './contract.ts';
import { shownServer } from './mailbox-failure.ts';
import { MAILBOX_LIMITS, readMailbox } from './read-mailbox.ts';

export function openImap(request: SourceRequest<ImapConnection>): TicketSource {
  const { host, port, user, folder } = request.connection;
  return {
    identity: JSON.stringify(['imap', host, port, user, folder]),
    asked: oneLine(`${folder} of ${user} at ${shownServer(request.connection)}`, 200),
    read: async (start) => readImap(request, start),
  };
}

async function readImap(
  request: SourceRequest<ImapConnection>,
  { since, until, mark, reached }: SourceStart,
): Promise<SourceReading> {
  const { connection, bounds, outside, signal } = request;
  const password = await readCredential(connection.password, outside.env, outside.learn);
  const read = await readMailbox({
    connection,
    reach: await reachOf(connection, outside.env),
    password,
    since,
    until,
    mark: markIn(mark),
    reached,
    limits: {
      ...MAILBOX_LIMITS,
      mails: Math.min(MAILBOX_LIMITS.mails, bounds.records),
      bytes: bounds.bytes,
      ms: bounds.ms,
    },
    clock: outside.clock,
    progress: (text) => request.progress(text),
    ...(signal === undefined ? {} : { signal }),
  });
  const threads = joinThreads(read.mails);
  return {
    records: threads.records,
    problems: read.problems,
    repeated: threads.repeated,
    since: read.since,
    next: {
      mark: { validity: read.mark.validity, uid: read.mark.uid },
      reached: read.reached,
    },
    counts: { pages: read.pages, requests: read.requests },
    cut: read.cut,
  };
}

/** As it was kept in a file, which may hold anything. */
function markIn(value: PlainJson): MailboxMark | null {
  if (!isRecord(value)) return null;
  const { validity, uid } = value;
  const isWhole = typeof uid === 'number' && Number.isSafeInteger(uid) && uid >= 0;
  return typeof validity === 'string' && /^\d{1,20}$/.test(validity) && isWhole
    ? { validity, uid }
    : null;
}
