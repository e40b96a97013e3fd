/** Which mails of a mailbox are to be read, by their heads: UID, size and when they came in. Texts are not fetched here. */
import type { FetchMessageObject, SearchObject } from 'imapflow';

import type { MailboxMark, MailboxRequest, MailHead, OpenMailbox } from './contract.ts';

const DAY_MS = 86_400_000;
const PAGE = 500;
/** One command is a line: servers take some thousand characters. */
const IDS_A_SEARCH = 20;
const MAX_ID = 250;

export interface FoundMails {
  /** To be read, by UID. */
  readonly wanted: readonly MailHead[];
  /** Those that come in after the window; only what is above the mark counts. */
  readonly later: readonly MailHead[];
  /** All that were asked for have a lower UID. */
  readonly next: number;
}

/** What came in since the window began, and what is above the mark. */
export async function findMails(
  mailbox: OpenMailbox,
  {
    since,
    until,
    mark,
    latest,
  }: Pick<MailboxRequest, 'since' | 'until' | 'mark'> & { readonly latest: number },
): Promise<FoundMails> {
  const { box } = mailbox;
  if (box.exists === 0) return { wanted: [], later: [], next: nextUid(mailbox, []) };
  const above = mark === null ? null : mark.uid + 1;
  const uids = new Set<number>();
  if (since === null) {
    for (const uid of await search(mailbox, { all: true })) uids.add(uid);
  } else {
    for (const uid of await search(mailbox, { since: searchDay(since) })) uids.add(uid);
    if (above !== null)
      for (const uid of await search(mailbox, { uid: `${above}:*` })) uids.add(uid);
  }
  const next = nextUid(mailbox, [...uids]);
  const heads = await headsOf(
    mailbox,
    [...uids].filter((uid) => uid < next),
    latest,
  );
  return { ...chooseMails(heads, { since, until, mark }), next };
}

/**
 * Pure. `*` names the newest mail even where it lies below the mark, and a day is more than what was asked for: both are
 * taken out here.
 */
export function chooseMails(
  heads: readonly MailHead[],
  { since, until, mark }: Pick<MailboxRequest, 'since' | 'until' | 'mark'>,
): Pick<FoundMails, 'wanted' | 'later'> {
  const from = since === null ? Number.NEGATIVE_INFINITY : Date.parse(since);
  const to = Date.parse(until);
  const byUid = heads.toSorted((a, b) => a.uid - b.uid);
  const isAbove = ({ uid }: MailHead): boolean => mark !== null && uid > mark.uid;
  return {
    wanted: byUid.filter(
      (head) =>
        (head.at === null || head.at < to) &&
        (head.at === null || head.at >= from || isAbove(head)),
    ),
    later: byUid.filter(
      (head) => head.at !== null && head.at >= to && (mark === null || isAbove(head)),
    ),
  };
}

/** Pure. Below the first one that was not read; never back. */
export function markAfter(
  { later, next }: Pick<FoundMails, 'later' | 'next'>,
  {
    validity,
    mark,
    unread,
  }: {
    readonly validity: string;
    readonly mark: MailboxMark | null;
    readonly unread: readonly MailHead[];
  },
): MailboxMark {
  const first = [...later, ...unread].reduce((least, { uid }) => Math.min(least, uid), next);
  return { validity, uid: Math.max(mark?.uid ?? 0, first - 1) };
}

/** Pure. Mails that were moved here may be older than what was read before: the mark knows of them, and it has to continue. */
export function reachedBy(
  unread: readonly MailHead[],
  { until, reached }: Pick<MailboxRequest, 'until' | 'reached'>,
): string {
  // Not as arguments of one call: a mailbox may have more than a call takes.
  const earliest = unread.reduce((least, { at }) => Math.min(least, at ?? least), Infinity);
  const first = Math.max(Date.parse(reached ?? '1970-01-01T00:00:00Z'), earliest);
  return new Date(Math.min(Date.parse(until), first)).toISOString();
}

/** SEARCH SINCE knows days alone, in a zone that the server chooses: a day earlier has all of them. Pure. */
export function searchDay(since: string): Date {
  const at = new Date(Date.parse(since) - DAY_MS);
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()));
}

/** The UIDs of the mails with one of these Message-IDs; ids that could not be asked for are left out. */
export async function findByIds(
  mailbox: OpenMailbox,
  ids: readonly string[],
): Promise<readonly number[]> {
  const asked = ids.filter((id) => id.length <= MAX_ID && /^[!-~]+$/.test(id));
  const found = new Set<number>();
  for (let index = 0; index < asked.length; index += IDS_A_SEARCH) {
    const some = asked.slice(index, index + IDS_A_SEARCH).map((id): SearchObject => ({
      header: { 'message-id': `<${id}>` },
    }));
    const [only] = some;
    const query = some.length === 1 && only !== undefined ? only : { or: some };
    for (const uid of await search(mailbox, query)) found.add(uid);
  }
  return [...found];
}

/**
 * A mail cannot have come in later than now. One that says so, as a program put it there that set the time wrong, would
 * wait for its day, and all that came after it with it: it counts as one without a time.
 */
export function latestArrival(now: Date, until: string): number {
  return Math.max(now.getTime(), Date.parse(until)) + DAY_MS;
}

/** @param latest by `latestArrival` */
export async function headsOf(
  mailbox: OpenMailbox,
  uids: readonly number[],
  latest: number,
): Promise<readonly MailHead[]> {
  const heads = new Map<number, MailHead>();
  for (let index = 0; index < uids.length; index += PAGE) {
    const page = uids.slice(index, index + PAGE);
    const query = { uid: true, size: true, internalDate: true };
    const rows = await mailbox.ask(async (client) =>
      client.fetchAll([...page], query, { uid: true }),
    );
    // A server may answer with mails that were not asked for.
    const asked = new Set(page);
    for (const row of rows) if (asked.has(row.uid)) heads.set(row.uid, headOf(row, latest));
  }
  return [...heads.values()];
}

function headOf({ uid, size, internalDate }: FetchMessageObject, latest: number): MailHead {
  const at = internalDate instanceof Date ? internalDate.getTime() : Number.NaN;
  return { uid, size: size ?? 0, at: at <= latest ? at : null };
}

async function search(mailbox: OpenMailbox, query: SearchObject): Promise<readonly number[]> {
  const found = await mailbox.ask(async (client) => {
    // With it imapflow would search for an age in seconds, which depends on both clocks.
    client.capabilities.delete('WITHIN');
    return client.search(query, { uid: true });
  });
  if (Array.isArray(found)) return found;
  return mailbox.ask(() => Promise.reject(new Error('it refuses the search')));
}

/** A server need not say it; then the highest one tells. */
function nextUid({ box }: OpenMailbox, uids: readonly number[]): number {
  if (box.uidNext > 0) return box.uidNext;
  return uids.reduce((highest, uid) => Math.max(highest, uid), 0) + 1;
}
