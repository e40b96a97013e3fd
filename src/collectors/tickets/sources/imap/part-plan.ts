/** Of a large mail: which of its parts say something, and what the others are called. Pure. */
import type { MessageStructureObject } from 'imapflow';

import { unpackedSize, type Attachment } from '../../mail/attachments.ts';

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
