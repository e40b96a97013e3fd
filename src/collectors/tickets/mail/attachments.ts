/** What hangs on a mail: named with type and size, never opened, kept or run. Pure. */
import { oneLine } from '../../../words/text.ts';

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
