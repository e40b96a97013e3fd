/** Blots out customers' data in text, and counts it. Pure; each kind is found by a function of its own. */
import { MASK_KINDS, type MaskKind } from '../../../words/ticket.ts';

// Telephone numbers in text. Without knowing the writer's country, a number is told by its shape: a plus, a
// code in brackets, a leading zero in groups, the groups of North America; or by words before it (`call me at`).
// What is as likely an order, a version, a date or an address on the net stays.

/** Digits with what stands between those of a telephone number; bounded, so that no text makes it slow. */
const PHONE_CANDIDATE =
  /(?:\+\s?|\(\+?)?\d(?:[\d\u00a0\u2009\u2010-\u2013 .()/-]{4,30}\d)(?:\s?(?:x|ext\.?|extension)\s?\d{1,6}(?!\w))?/gi;
const EXTENSION = /\s?(?:x|ext\.?|extension)\s?\d{1,6}$/i;

/** Right before a number: it is one to call. */
const CALLED =
  /(?:\b(?:phone|telephone|telefon|tel|mobile|cell(?:phone)?|whats ?app|fax|handy|hotline|sms|m(?:ó|o)vil|tel(?:é|e)fono|t(?:é|e)l(?:é|e)phone|portable|cellulare|telefono|celular|rufnummer|r(?:ü|ue)ckruf)\b|\b(?:call|ring|text|reach|dial|phone|contact|whatsapp) (?:me|us|him|her|them|back)\b|\b(?:my|contact|callback|call-back) number\b)[^\d\n]{0,25}$/iu;
/** Right before a number: it counts something else. */
const COUNTED =
  /(?:\b(?:orders?|order ?id|invoice|ticket|case|ref(?:erence)?|tracking|account|acct|customer|client|item|sku|serial|part|article|build|version|commit|transaction|booking|confirmation|policy|id|po|imei|isbn|iban|vat|port|pid|line|row|rma|bestellung|rechnung|kundennummer|commande|facture|pedido)\b[^\d\n+(]{0,14}|[#$€£¥=_@&]\s?)$/iu;

/** What stands before is a part of it: a path, an address on the net, a sum, a setting. */
const CONTINUES = /(?:[\p{L}\p{N}][./:=\\-]|[/\\:=~^])$/u;
/** In pairs, as in France: 01 23 45 67 89, 01.23.45.67.89. Before dates, as three of the pairs look like one. */
const PAIRS = /^0[1-9](?:[ \u00a0\u2009.-]\d{2}){4}$/;
const DATE =
  /^(?:\d{4}[-./ ]\d{1,2}[-./ ]\d{1,2}|\d{1,2}[-./]\s?\d{1,2}[-./]\s?(?:\d{4}|\d{2}))(?!\d)/;
const IP_ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;

function findPhones(text: string): readonly Span[] {
  return [...text.matchAll(PHONE_CANDIDATE)].flatMap((match) => {
    const span = spanOf(match[0], match.index);
    const before = text.slice(Math.max(0, span.from - 60), span.from);
    const after = text.slice(span.to, span.to + 2);
    return isPhone(text.slice(span.from, span.to), before, after) ? [span] : [];
  });
}

/** Without a bracket that opens before the number or closes what is around it. */
function spanOf(found: string, index: number): Span {
  const opens = found.split('(').length;
  const closes = found.split(')').length;
  const lead = opens > closes && found.startsWith('(') ? 1 : 0;
  return { from: index + lead, to: index + found.length };
}

function isPhone(found: string, before: string, after: string): boolean {
  if (/[\p{L}\p{N}_]$/u.test(before) || /^(?:[\p{L}\p{N}_@%°]|[:,.]\d)/u.test(after)) return false;
  const number = found.replace(EXTENSION, '').trim();
  const digits = number.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 15) return false;
  const called = CALLED.test(before);
  const plus = /^\(?\+/.test(number);
  if (!called && !plus && CONTINUES.test(before)) return false;
  if (PAIRS.test(number)) return called || !COUNTED.test(before);
  if (DATE.test(number) || IP_ADDRESS.test(number) || /\d{4}-\d{2}-\d{2}/.test(number))
    return false;
  if (called) return !isNumberOfThings(number);
  if (plus) return isInternational(number, digits);
  return !COUNTED.test(before) && SHAPES.some((shape) => shape.test(number));
}

/** `1.234.567,89` is money, `1.2.3.4.5` a version. */
function isNumberOfThings(number: string): boolean {
  return /^\d{1,3}(?:\.\d{1,2}){2,}$/.test(number) && !number.startsWith('0');
}

function isInternational(number: string, digits: string): boolean {
  return (
    digits.length >= 8 && !digits.startsWith('0') && !/^\+\s?\d{1,3}(?:\.\d{3}){2,}$/.test(number)
  );
}

const SEP = String.raw`[ \u00a0\u2009.\u2010-\u2013-]`;
const SHAPES: readonly RegExp[] = [
  // North America: 555-123-4567, (555) 123-4567, 1 555 123 4567
  new RegExp(String.raw`^(?:1${SEP})?(?:[2-9]\d{2}${SEP}|\([2-9]\d{2}\)${SEP}?)\d{3}${SEP}\d{4}$`),
  // A code in brackets: (0171) 2345678, (11) 91234-5678, 8 (495) 123-45-67
  new RegExp(String.raw`^(?:\d${SEP}?)?\(0?\d{1,4}\)(?:${SEP}?\d{2,8}){1,4}$`),
  // 00 and a country: 0049 30 123456
  new RegExp(
    String.raw`^00[1-9]\d{0,2}${SEP}?(?:\(0\)${SEP}?)?\d{1,5}(?:[/]|${SEP})\d{2,8}(?:${SEP}\d{2,6}){0,3}$`,
  ),
  // A leading zero, in groups: 030/1234567, 07700 900123, 020 7946 0958
  new RegExp(String.raw`^0[1-9]\d{0,4} ?/ ?\d{3,8}(?:${SEP}\d{2,5}){0,3}$`),
  new RegExp(String.raw`^0[1-9]\d{0,4}[ \u00a0\u2009\u2010-\u2013-]\d{3,8}(?:${SEP}\d{2,5}){0,2}$`),
  // China's mobiles: 138 0013 8000
  new RegExp(String.raw`^1[3-9]\d[ -]\d{4}[ -]\d{4}$`),
];

/** Where something stands in a text, half-open. */
interface Span {
  readonly from: number;
  readonly to: number;
}

/** 13 to 19 digits, alone or in groups. What continues a longer id, a number or a hash is none. */
const CARD_CANDIDATE =
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
  return [...text.matchAll(CARD_CANDIDATE)].flatMap((match) =>
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
