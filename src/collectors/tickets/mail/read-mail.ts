/** One mail: who, when, what about, and the text that its writer wrote. Parsing is postal-mime's. */
import type { Buffer } from 'node:buffer';

import { sha256 } from '../../../platform/hash.ts';
import { oneLine } from '../../../words/text.ts';
import { htmlToText } from '../formats/html-text.ts';

// Mails that would keep the parser busy for minutes: told by counting, before it sees them. Pure.

const LINE_FEED = 0x0a;
const HYPHEN = 0x2d;
const EQUALS = 0x3d;

/** An attachment of 50 MB has fewer lines, and no mail program makes so many parts. */
const MAX_LINES = 1_000_000;
const MAX_BOUNDARIES = 10_000;
const MAX_EQUALS = 2_000_000;

export interface Mail {
  readonly source: string;
  /** A hash of the Message-ID, or of the mail when it has none: ids are told to people, and those hold addresses. */
  readonly id: string;
  readonly messageId: string | null;
  /** The ones it answers, the nearest first. */
  readonly answers: readonly string[];
  readonly subject: string;
  /** Whole, with what it quotes. */
  readonly text: string;
  /** As the header has it. */
  readonly date: string | null;
  readonly author: string | null;
  readonly labels: readonly string[];
  readonly priority: string | null;
  readonly attachments: readonly Attachment[];
  /** Header names in lower case, for `fields`. */
  readonly headers: Readonly<Record<string, string>>;
}

export type MailRead =
  | { readonly kind: 'mail'; readonly mail: Mail }
  | { readonly kind: 'unread'; readonly problem: string };

const MAX_DEPTH = 30;
const MAX_HEADERS = 500_000;
const MAX_TEXT = 400_000;
const MAX_ANSWERED = 200;

/** Never throws: a mail that cannot be read is told with the reason. */
export async function readMail(bytes: Uint8Array, source: string): Promise<MailRead> {
  const bomb = bombIn(bytes);
  if (bomb !== null) return { kind: 'unread', problem: `not a ticket: the mail has ${bomb}` };
  const { default: PostalMime } = await import('postal-mime');
  let parsed;
  try {
    parsed = await PostalMime.parse(bytes, {
      maxNestingDepth: MAX_DEPTH,
      maxHeadersSize: MAX_HEADERS,
      maxRfc822NestingDepth: 2,
    });
  } catch (thrown) {
    const why = thrown instanceof Error ? oneLine(thrown.message, 120) : 'unknown reason';
    return { kind: 'unread', problem: `not a ticket: the mail cannot be read (${why})` };
  }
  const { headers } = parsed;
  if (!headers.some(({ key }) => KNOWN.has(key))) {
    return { kind: 'unread', problem: 'not a ticket: it has no header of a mail' };
  }
  const header = (name: string) => headers.find(({ key }) => key === name)?.value.trim() ?? null;
  const messageId = idsIn(parsed.messageId ?? '')[0] ?? null;
  return {
    kind: 'mail',
    mail: {
      source,
      id: `m-${sha256(messageId ?? bytes).slice(0, 12)}`,
      messageId,
      answers: [...idsIn(parsed.inReplyTo ?? ''), ...idsIn(parsed.references ?? '').toReversed()],
      subject: parsed.subject ?? '',
      text: await textOfMail(parsed),
      date: header('date') ?? header('resent-date'),
      author: authorOf(parsed.from ?? parsed.sender),
      labels: [header('x-gmail-labels'), header('keywords'), header('x-label')]
        .flatMap((value) => value?.split(',') ?? [])
        .map((label) => label.trim()),
      priority: header('x-priority') ?? header('importance') ?? header('priority'),
      attachments: parsed.attachments.map(({ filename, mimeType, content }) => ({
        name: filename ?? '',
        type: mimeType,
        bytes: typeof content === 'string' ? content.length : content.byteLength,
      })),
      headers: Object.fromEntries(headers.map(({ key, value }) => [key, value])),
    },
  };
}

const KNOWN = new Set(['from', 'to', 'subject', 'date', 'message-id', 'received', 'return-path']);

async function textOfMail({
  text,
  html,
}: {
  readonly text?: string | undefined;
  readonly html?: string | undefined;
}): Promise<string> {
  if (text !== undefined && text.trim() !== '') return text.slice(0, MAX_TEXT);
  return html === undefined ? '' : htmlToText(html.slice(0, MAX_TEXT * 4));
}

function authorOf(
  from: { readonly name: string; readonly address?: string | undefined } | undefined,
): string | null {
  if (from === undefined) return null;
  const name = from.name.trim();
  const address = from.address ?? '';
  if (name === '' || name === address) return address === '' ? null : address;
  return address === '' ? name : `${name} <${address}>`;
}

function idsIn(header: string): readonly string[] {
  const text = header.slice(0, 100_000);
  const bracketed = text.match(/<[^<>\s]{1,998}>/g) ?? [];
  const found =
    bracketed.length > 0 ? bracketed.map((id) => id.slice(1, -1)) : text.trim().split(/\s+/);
  return found.filter((id) => id !== '').slice(-MAX_ANSWERED);
}

/** What there is too much of; `null` for a mail that can be read. */
function bombIn(bytes: Uint8Array): string | null {
  let lines = 0;
  let boundaries = 0;
  let equals = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === EQUALS) equals += 1;
    if (byte !== LINE_FEED) continue;
    lines += 1;
    if (bytes[index + 1] === HYPHEN && bytes[index + 2] === HYPHEN) boundaries += 1;
  }
  if (boundaries > MAX_BOUNDARIES) return `more than ${count(MAX_BOUNDARIES)} parts`;
  if (lines > MAX_LINES) return `more than ${count(MAX_LINES)} lines`;
  return equals > MAX_EQUALS ? `more than ${count(MAX_EQUALS)} encoded characters` : null;
}

function count(limit: number): string {
  return limit.toLocaleString('en-US');
}

// What hangs on a mail: named with type and size, never opened, kept or run. Pure.
export interface Attachment {
  /** As the mail has it: hostile. */
  readonly name: string;
  readonly type: string;
  /** Unpacked; of one that was not fetched, reckoned. */
  readonly bytes: number;
}

const MAX_SHOWN = 10;
const KB = 1_024;

/** `[attached: invoice.pdf (application/pdf, 120 KB), log.txt (text/plain, 2 KB)]`; `null` when there is nothing. */
export function attachmentLine(attachments: readonly Attachment[]): string | null {
  if (attachments.length === 0) return null;
  const shown = attachments.slice(0, MAX_SHOWN).map(shownAttachment).join(', ');
  const more = attachments.length - MAX_SHOWN;
  return `[attached: ${shown}${more > 0 ? ` and ${more} more` : ''}]`;
}

function shownAttachment({ name, type, bytes }: Attachment): string {
  const shown = oneLine(name, 80).replace(/[[\]]/g, '');
  return `${shown === '' ? 'without a name' : shown} (${oneLine(type, 60)}, ${sizeOf(bytes)})`;
}

function sizeOf(bytes: number): string {
  if (bytes < KB) return `${bytes} bytes`;
  if (bytes < KB * KB) return `${Math.round(bytes / KB)} KB`;
  return `${Math.round(bytes / KB / KB)} MB`;
}

/** Base64 writes 57 bytes as a line of 78. */
export function unpackedSize(encoded: number, encoding: string): number {
  return encoding.toLowerCase() === 'base64' ? Math.floor((encoded * 57) / 78) : encoded;
}

// An mbox file into its messages. Bytes in, bytes out: each message has its own encodings.
export interface MboxMessage {
  /** The line of its `From ` in the file, from 1. */
  readonly line: number;
  /** When it was put into the file, as that line has it: `Fri Nov 20 09:15:00 2026`; by custom in UTC. */
  readonly filedAt: string | null;
  /** Without that line, and without the sign that keeps `From ` in a text from being one. */
  readonly bytes: Uint8Array;
}
/** What follows a true separator: the first header, or what mail programs put before it. */
const HEADER_NEXT = /^From [^\n]*\r?\n(?:>?From [^\n]*\r?\n)?[!-9;-~]{1,100}:/;

const FILED_AT = /^From \S* {1,3}([A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})\s/;

/** `null` when the file does not begin as an mbox does. */
export function splitMbox(bytes: Buffer): readonly MboxMessage[] | null {
  const starts = startsOf(bytes);
  if (starts[0] !== 0) return null;
  let line = 1;
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? bytes.length;
    const message = bytes.subarray(start, end);
    const at = line;
    line += countLines(message);
    const head = message.toString('latin1', 0, Math.min(message.length, 300));
    const filed = FILED_AT.exec(head)?.[1];
    const filedAt = filed === undefined ? null : `${filed} +0000`;
    return { line: at, filedAt, bytes: unquoted(message.subarray(message.indexOf(LINE_FEED) + 1)) };
  });
}

function startsOf(bytes: Buffer): readonly number[] {
  const starts = isSeparator(bytes, 0) ? [0] : [];
  let at = bytes.indexOf('\nFrom ');
  while (at !== -1) {
    if (isAfterBlank(bytes, at) && isSeparator(bytes, at + 1)) starts.push(at + 1);
    at = bytes.indexOf('\nFrom ', at + 1);
  }
  return starts;
}

function isAfterBlank(bytes: Buffer, lineFeed: number): boolean {
  const before = bytes[lineFeed - 1];
  return before === LINE_FEED || (before === 0x0d && bytes[lineFeed - 2] === LINE_FEED);
}

function isSeparator(bytes: Buffer, start: number): boolean {
  return HEADER_NEXT.test(bytes.toString('latin1', start, Math.min(bytes.length, start + 2_000)));
}

function countLines(bytes: Buffer): number {
  let count = 0;
  let at = bytes.indexOf(LINE_FEED);
  while (at !== -1) {
    count += 1;
    at = bytes.indexOf(LINE_FEED, at + 1);
  }
  return count;
}

function unquoted(bytes: Buffer): Uint8Array {
  if (!bytes.includes('>From ')) return bytes;
  const text = bytes.toString('latin1').replace(/^>(>{0,20}From )/gm, '$1');
  const plain = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) plain[index] = text.charCodeAt(index);
  return plain;
}
