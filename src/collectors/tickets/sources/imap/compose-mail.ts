/** The texts of a large mail as a mail of their own, so that one reader reads all mails. Pure. */
import { Buffer } from 'node:buffer';

import type { MessageStructureObject } from 'imapflow';

import { sha256 } from '../../../../platform/hash.ts';
import { unpackedSize, type Attachment } from '../../mail/read-mail.ts';

export interface FetchedParts {
  /** The mail's own headers. */
  readonly header: Buffer;
  /** By number: the headers of a part, and what is in it. */
  readonly parts: ReadonlyMap<string, { readonly header: Buffer; readonly body: Buffer }>;
  /** Of a mail that is one text. */
  readonly body: Buffer;
}

const CRLF = '\r\n';
/** What says how the body is packed: of the whole mail, which this one no longer is. */
const ABOUT_BODY = /^content-|^mime-version$/i;

export function composeMail(root: PlannedPart, fetched: FetchedParts): Uint8Array {
  const header = fetched.header.toString('latin1');
  if (root.kind === 'text' && root.part === null) {
    return Buffer.concat([Buffer.from(ended(header), 'latin1'), fetched.body]);
  }
  const all = [...fetched.parts.values()].map(({ body }) => sha256(body));
  // The author of a mail cannot include its hash in it, so cannot forge the boundary.
  const boundary = `rm-${sha256(Buffer.concat([fetched.header, Buffer.from(all.join(), 'utf8')]))}`;
  const own = headerLines(header).filter((line) => !ABOUT_BODY.test(nameOf(line)));
  const head = [...own, 'MIME-Version: 1.0'].map((line) => `${line}${CRLF}`).join('');
  return Buffer.concat([Buffer.from(head, 'latin1'), bytesOf(root, { fetched, boundary })]);
}

/** With its headers before it. */
function bytesOf(
  planned: PlannedPart,
  { fetched, boundary }: { readonly fetched: FetchedParts; readonly boundary: string },
): Buffer {
  if (planned.kind === 'text') {
    const found = fetched.parts.get(planned.part ?? '');
    if (found === undefined) return Buffer.from(CRLF);
    return Buffer.concat([
      Buffer.from(ended(found.header.toString('latin1')), 'latin1'),
      found.body,
      Buffer.from(CRLF),
    ]);
  }
  const chunks = [`Content-Type: ${planned.type}; boundary="${boundary}"${CRLF}${CRLF}`];
  const inner = planned.parts.map((part, index) =>
    Buffer.concat([
      Buffer.from(`--${boundary}${CRLF}`),
      bytesOf(part, { fetched, boundary: `${boundary}-${index}` }),
    ]),
  );
  return Buffer.concat([
    Buffer.from(chunks.join('')),
    ...inner,
    Buffer.from(`--${boundary}--${CRLF}`),
  ]);
}

/** Whole headers: a line that goes on belongs to the one before. */
function headerLines(header: string): readonly string[] {
  return header.split(/\r?\n(?![ \t])/).filter((line) => line.trim() !== '');
}

function nameOf(line: string): string {
  return line.slice(0, Math.max(0, line.indexOf(':'))).trim();
}

/** With the empty line that ends headers, also where they were cut. */
function ended(header: string): string {
  return `${header.replace(/[\r\n]+$/, '')}${CRLF}${CRLF}`;
}

// Of a large mail: which of its parts say something, and what the others are called. Pure.
export interface PartPlan {
  /** `null`: none says anything. */
  readonly root: PlannedPart | null;
  readonly attachments: readonly Attachment[];
}

export type PlannedPart =
  /** `part` as IMAP numbers it; `null`: the mail itself. */
  | { readonly kind: 'text'; readonly part: string | null }
  | { readonly kind: 'several'; readonly type: string; readonly parts: readonly PlannedPart[] };

const MAX_TEXTS = 20;
const MAX_ATTACHMENTS = 200;
/** A mail that was forwarded as a file: its text belongs to what the writer says. */
const MAX_FORWARDED = 262_144;

export function planParts(structure: MessageStructureObject): PartPlan {
  const attachments: Attachment[] = [];
  const root = plan(structure, { texts: 0, attachments });
  return { root, attachments };
}

/** The numbers of all texts, in order. */
export function textParts(root: PlannedPart): readonly (string | null)[] {
  return root.kind === 'text' ? [root.part] : root.parts.flatMap(textParts);
}

function plan(
  node: MessageStructureObject,
  seen: { texts: number; readonly attachments: Attachment[] },
): PlannedPart | null {
  const { type, childNodes = [] } = node;
  if (type.startsWith('multipart/')) {
    const parts = childNodes.flatMap((child) => plan(child, seen) ?? []);
    return parts.length === 0 ? null : { kind: 'several', type: subtypeOf(type), parts };
  }
  if (isText(node) && seen.texts < MAX_TEXTS) {
    seen.texts += 1;
    return { kind: 'text', part: node.part ?? null };
  }
  if (seen.attachments.length < MAX_ATTACHMENTS) seen.attachments.push(attachmentOf(node));
  return null;
}

function isText({ type, disposition, size = 0 }: MessageStructureObject): boolean {
  if (disposition?.toLowerCase() === 'attachment') return false;
  if (type === 'message/rfc822') return size <= MAX_FORWARDED;
  return type === 'text/plain' || type === 'text/html';
}

/** What it becomes when it is put together again. */
function subtypeOf(type: string): string {
  return ['multipart/alternative', 'multipart/related'].includes(type) ? type : 'multipart/mixed';
}

function attachmentOf(node: MessageStructureObject): Attachment {
  const { type, size = 0, encoding = '', dispositionParameters, parameters } = node;
  const name = dispositionParameters?.['filename'] ?? parameters?.['name'] ?? '';
  return { name, type, bytes: unpackedSize(size, encoding) };
}
