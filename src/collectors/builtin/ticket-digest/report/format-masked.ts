import { plural } from '../../../../words/text.ts';
import { MASK_KINDS, type MaskKind } from '../../../../words/ticket.ts';
import { joinWords } from '../../join-words.ts';

const WORDS: Readonly<Record<MaskKind, readonly [one: string, many: string]>> = {
  email: ['e-mail address', 'e-mail addresses'],
  phone: ['phone number', 'phone numbers'],
  card: ['card number', 'card numbers'],
};

/** `12 e-mail addresses and 1 card number`; empty when nothing was blotted out. */
export function formatMasked(masked: Readonly<Record<MaskKind, number>>): string {
  return joinWords(
    MASK_KINDS.flatMap((kind) =>
      masked[kind] === 0 ? [] : [plural(masked[kind], ...WORDS[kind])],
    ),
  );
}
