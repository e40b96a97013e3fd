/** Blots out customers' data in text, and counts it. Pure; each kind is found by its own file. */
import { MASK_KINDS, type MaskKind } from '../../../words/ticket.ts';
import { findCards } from './find-cards.ts';
import { findEmails } from './find-emails.ts';
import { findPhones } from './find-phones.ts';
import type { Span } from './span.ts';

export interface Masker {
  mask(text: string): string;
  /** How often each kind was blotted out so far. */
  counts(): Readonly<Record<MaskKind, number>>;
}

const FINDERS: Readonly<Record<MaskKind, (text: string) => readonly Span[]>> = {
  email: findEmails,
  phone: findPhones,
  card: findCards,
};
/** A card's number would pass for a telephone's, and an address may hold digits. */
const ORDER: readonly MaskKind[] = ['card', 'email', 'phone'];

export function createMasker(kinds: readonly MaskKind[]): Masker {
  const counts = new Map<MaskKind, number>(MASK_KINDS.map((kind) => [kind, 0]));
  return {
    mask: (text) => {
      let masked = text;
      for (const kind of ORDER) {
        if (!kinds.includes(kind)) continue;
        const spans = FINDERS[kind](masked);
        if (spans.length === 0) continue;
        counts.set(kind, (counts.get(kind) ?? 0) + spans.length);
        masked = replaceSpans(masked, spans, `[${kind}]`);
      }
      return masked;
    },
    counts: () => ({
      email: counts.get('email') ?? 0,
      phone: counts.get('phone') ?? 0,
      card: counts.get('card') ?? 0,
    }),
  };
}

function replaceSpans(text: string, spans: readonly Span[], by: string): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to } of spans) {
    parts.push(text.slice(at, from), by);
    at = to;
  }
  return [...parts, text.slice(at)].join('');
}
