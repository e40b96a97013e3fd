/** The texts of mails: small ones whole and many at once, large ones in part, one by one. No flag changes. */
import { Buffer } from 'node:buffer';

import type { FetchMessageObject } from 'imapflow';

import { AppError } from '../../../../words/errors.ts';
import { plural } from '../../../../words/text.ts';
import type { Attachment } from '../../mail/read-mail.ts';
import { composeMail, planParts, textParts, type PlannedPart } from './compose-mail.ts';
import type { MailHead, OpenMailbox } from './contract.ts';
import { REFUSED } from './mailbox-failure.ts';

export interface FetchedMail {
  readonly head: MailHead;
  readonly bytes: Uint8Array;
  /** `null`: what hangs on it is in the bytes. */
  readonly attachments: readonly Attachment[] | null;
  /** What of it is not there, for people; `null`: it is whole. */
  readonly lacks: string | null;
}

export interface FetchedGroup {
  readonly mails: readonly FetchedMail[];
  /** Mails that the server refuses to give to any client. */
  readonly refused: readonly MailHead[];
}

/** Mails at once, and their sizes together: they lie in memory. */
const AT_ONCE = 50;
const BYTES_AT_ONCE = 4_000_000;
const MAX_HEADER = 400_000;
const MAX_PART_HEADER = 20_000;
/** Divisible by four: base64 is cut where it can be read. */
const MAX_TEXT = 1_600_000;

export type MailGroup =
  | { readonly kind: 'whole'; readonly heads: readonly MailHead[] }
  | { readonly kind: 'in-part'; readonly heads: readonly [MailHead] };

/** In the order given. Pure. */
export function groupMails(heads: readonly MailHead[], wholeMail: number): readonly MailGroup[] {
  const groups: MailGroup[] = [];
  let open: MailHead[] = [];
  let bytes = 0;
  const close = (): void => {
    if (open.length > 0) groups.push({ kind: 'whole', heads: open });
    open = [];
    bytes = 0;
  };
  for (const head of heads) {
    if (head.size > wholeMail) {
      close();
      groups.push({ kind: 'in-part', heads: [head] });
      continue;
    }
    if (open.length >= AT_ONCE || bytes + head.size > BYTES_AT_ONCE) close();
    open.push(head);
    bytes += head.size;
  }
  close();
  return groups;
}

/**
 * A mail that is gone meanwhile is not in it. One that the server refuses does not take the others with it; where it refuses
 * all of several, it is the server. Throws an AppError.
 */
export async function fetchGroup(
  mailbox: OpenMailbox,
  group: MailGroup,
  wholeMail: number,
): Promise<FetchedGroup> {
  const [head] = group.heads;
  try {
    if (group.kind === 'whole')
      return { mails: await fetchWhole(mailbox, group.heads, wholeMail), refused: [] };
    const fetched = await fetchInPart(mailbox, group.heads[0]);
    return { mails: fetched === null ? [] : [fetched], refused: [] };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || thrown.reason !== REFUSED || head === undefined)
      throw thrown;
    if (group.heads.length === 1) return { mails: [], refused: [head] };
    const all = await fetchEach(mailbox, group.heads, wholeMail);
    if (all.refused.length === group.heads.length) throw thrown;
    return all;
  }
}

async function fetchEach(
  mailbox: OpenMailbox,
  heads: readonly MailHead[],
  wholeMail: number,
): Promise<FetchedGroup> {
  const groups: FetchedGroup[] = [];
  for (const head of heads)
    groups.push(await fetchGroup(mailbox, { kind: 'whole', heads: [head] }, wholeMail));
  return {
    mails: groups.flatMap(({ mails }) => mails),
    refused: groups.flatMap(({ refused }) => refused),
  };
}

async function fetchWhole(
  mailbox: OpenMailbox,
  heads: readonly MailHead[],
  wholeMail: number,
): Promise<readonly FetchedMail[]> {
  const uids = heads.map(({ uid }) => uid);
  // Sizes are what the server says: no more is taken than that.
  const query = { uid: true, source: { start: 0, maxLength: wholeMail } };
  const rows = await mailbox.ask(async (client) => client.fetchAll(uids, query, { uid: true }));
  // A server may also report, in a row of its own, that a mail was marked as read.
  const byUid = new Map(rows.filter((row) => 'source' in row).map((row) => [row.uid, row]));
  return heads.flatMap((head) => {
    const row = byUid.get(head.uid);
    if (row === undefined) return [];
    return [{ head, bytes: bytesIn(row.source), attachments: null, lacks: null }];
  });
}

async function fetchInPart(mailbox: OpenMailbox, head: MailHead): Promise<FetchedMail | null> {
  const shape = await fetchOne(mailbox, head, { uid: true, bodyStructure: true });
  if (shape === null) return null;
  const { bodyStructure } = shape;
  if (bodyStructure === undefined) return fetchBeginning(mailbox, head);
  const { root, attachments } = planParts(bodyStructure);
  const planned: PlannedPart = root ?? { kind: 'text', part: null };
  const numbers = root === null ? [] : textParts(root);
  const row = await fetchOne(mailbox, head, { uid: true, bodyParts: queryOf(numbers) });
  if (row === null) return null;
  const found = row.bodyParts ?? new Map<string, Buffer>();
  const header = bytesIn(row.headers ?? found.get('header'));
  const body = bytesIn(found.get('text'));
  const parts = new Map(
    numbers.flatMap((number) =>
      number === null
        ? []
        : [
            [
              number,
              { header: bytesIn(found.get(`${number}.mime`)), body: bytesIn(found.get(number)) },
            ],
          ],
    ),
  );
  const isCut = [body, ...[...parts.values()].map((part) => part.body)].some(
    ({ length }) => length >= MAX_TEXT,
  );
  return {
    head,
    bytes: composeMail(planned, { header, parts, body }),
    attachments,
    lacks: isCut ? `only its first ${plural(MAX_TEXT, 'byte')} were read` : null,
  };
}

function queryOf(
  numbers: readonly (string | null)[],
): { key: string; start: number; maxLength: number }[] {
  const part = (
    key: string,
    maxLength: number,
  ): { key: string; start: number; maxLength: number } => ({
    key,
    start: 0,
    maxLength,
  });
  return [
    part('header', MAX_HEADER),
    ...numbers.flatMap((number) =>
      number === null
        ? [part('text', MAX_TEXT)]
        : [part(`${number}.mime`, MAX_PART_HEADER), part(number, MAX_TEXT)],
    ),
  ];
}

/** What is not there (NIL) comes as `false`, whatever its type says. */
function bytesIn(value: unknown): Buffer {
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

/** Where the server, or who reads its answer, does not follow the mail's nesting: texts usually come first. */
async function fetchBeginning(mailbox: OpenMailbox, head: MailHead): Promise<FetchedMail | null> {
  const source = { start: 0, maxLength: MAX_TEXT };
  const row = await fetchOne(mailbox, head, { uid: true, source });
  if (row === null || !('source' in row)) return null;
  const lacks = `its parts cannot be told apart: only its first ${plural(MAX_TEXT, 'byte')} were read`;
  return { head, bytes: bytesIn(row.source), attachments: null, lacks };
}

async function fetchOne(
  mailbox: OpenMailbox,
  { uid }: MailHead,
  query: Parameters<OpenMailbox['client']['fetchOne']>[1],
): Promise<FetchMessageObject | null> {
  const row = await mailbox.ask(async (client) => client.fetchOne(uid, query, { uid: true }));
  return row === false || row.uid !== uid ? null : row;
}
