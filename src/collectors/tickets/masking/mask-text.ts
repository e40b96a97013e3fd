/** Blots out customers' data in text, and counts it. Pure; each kind is found by its own file. */
import { MASK_KINDS, type MaskKind } from '../../../words/ticket.ts';
import { findPhones, type Span } from './find-phones.ts';

/** 13 to 19 digits, alone or in groups. What continues a longer id, a number or a hash is none. */
const CANDIDATE =
  /(?<![\p{L}\p{N}_+]|[\p{N}][.,:/-])\d(?:[ \u00a0\u2009-]{0,2}\d){12,18}(?![\p{L}\p{N}_]|[.,:/-]\d)/gu;

const ISSUERS: readonly { readonly prefix: RegExp; readonly lengths: readonly number[] }[] = [
  { prefix: /^4/, lengths: [13, 16, 19] },
  { prefix: /^(?:5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, lengths: [16] },
  { prefix: /^3[47]/, lengths: [15] },
  { prefix: /^3(?:0[0-5]|095|[689])/, lengths: [14, 16] },
  { prefix: /^(?:6011|65|64[4-9])/, lengths: [16, 19] },
  { prefix: /^35(?:2[89]|[3-8])/, lengths: [16, 17, 18, 19] },
  { prefix: /^62/, lengths: [16, 17, 18, 19] },
  { prefix: /^(?:5018|5020|5038|5893|6304|6759|676[1-3])/, lengths: [13, 14, 15, 16, 17, 18, 19] },
];

// Parts are bounded, so that no text makes the search slow.
const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+][\p{L}\p{N}._%+'&=~-]{0,127}(?:@|%40|\uff20|\s?[[(]at[\])]\s?)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}))(?:(?:\.|\s?[[(]dot[\])]\s?)[\p{L}\p{N}][\p{L}\p{N}-]{0,62}){1,8}/giu;

/** `"John Doe"@example.com`, `user@[192.0.2.1]`. */
const UNUSUAL =
  /"[^"\n@]{1,64}"@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}|[\p{L}\p{N}._%+-]{1,64}@\[[0-9a-f.:]{3,45}\]/giu;

/** The last part of a name on the net has letters: `react@18.2.0` is a version. */
const TOP = /(?:\.|[\])]\s?)(?:xn--[a-z0-9-]{2,59}|\p{L}{2,24})$/iu;
const PICTURE = /@\dx\.(?:png|jpe?g|gif|svg|webp)$/i;

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

/** E-mail addresses in text. */
function findEmails(text: string): readonly Span[] {
  if (!/[@\uff20]|%40|[[(]at[\])]/i.test(text)) return [];
  const spans = [...text.matchAll(ADDRESS)].flatMap((match) => {
    const address = match[0].replace(/[-.]+$/, '');
    if (!TOP.test(address) || PICTURE.test(address)) return [];
    if (isRemote(address, text, match.index + address.length)) return [];
    return [{ from: match.index, to: match.index + address.length }];
  });
  if (!/@\[|"@/.test(text)) return spans;
  const unusual = [...text.matchAll(UNUSUAL)].map((match) => ({
    from: match.index,
    to: match.index + match[0].length,
  }));
  const apart = spans.filter(
    ({ from, to }) => !unusual.some((one) => one.from < to && from < one.to),
  );
  return [...apart, ...unusual].toSorted((a, b) => a.from - b.from);
}

/** `git@host:owner/repo` names a repository, not a person. */
function isRemote(address: string, text: string, end: number): boolean {
  return /^git@/i.test(address) && /^[:/]/.test(text.slice(end, end + 1));
}

/** Numbers of payment cards: the ranges of the issuers, and the check digit. */
function findCards(text: string): readonly Span[] {
  return [...text.matchAll(CANDIDATE)].flatMap((match) =>
    isCard(match[0].replace(/\D/g, ''))
      ? [{ from: match.index, to: match.index + match[0].length }]
      : [],
  );
}

function isCard(digits: string): boolean {
  const known = ISSUERS.some(
    ({ prefix, lengths }) => lengths.includes(digits.length) && prefix.test(digits),
  );
  return known && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  const sum = Array.from(digits, Number)
    .toReversed()
    .reduce((total, digit, index) => {
      const doubled = digit * (index % 2 === 0 ? 1 : 2);
      return total + (doubled > 9 ? doubled - 9 : doubled);
    }, 0);
  return sum % 10 === 0;
}
