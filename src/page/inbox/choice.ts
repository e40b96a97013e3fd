/** An entry in a form: which one, and in which state it was shown. */
import type { InboxEntry } from '../../inbox/inbox-entry.ts';

export interface Choice {
  readonly id: string;
  readonly stamp: string;
}

/** Ids hold no blank. */
export function writeChoice({ id, stamp }: Pick<InboxEntry, 'id' | 'stamp'>): string {
  return `${id} ${stamp}`;
}

export function readChoice(text: string): Choice {
  const cut = text.indexOf(' ');
  return cut < 0 ? { id: text, stamp: '' } : { id: text.slice(0, cut), stamp: text.slice(cut + 1) };
}

/** Of a whole group, as the value of one button: `accept`, then one choice a line. */
export function writeWhole(entries: readonly InboxEntry[]): string {
  return JSON.stringify(entries.map(writeChoice));
}

export function readWhole(text: string): readonly string[] {
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((one) => typeof one === 'string') : [];
  } catch {
    return [];
  }
}
