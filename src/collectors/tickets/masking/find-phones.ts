/**
 * Telephone numbers in text. Without knowing the writer's country, a number is told by its shape: a plus, a
 * code in brackets, a leading zero in groups, the groups of North America; or by words before it (`call me at`).
 * What is as likely an order, a version, a date or an address on the net stays.
 */

/** Digits with what stands between those of a telephone number; bounded, so that no text makes it slow. */
const CANDIDATE =
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
const ADDRESS = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?$/;

export function findPhones(text: string): readonly Span[] {
  return [...text.matchAll(CANDIDATE)].flatMap((match) => {
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
  if (DATE.test(number) || ADDRESS.test(number) || /\d{4}-\d{2}-\d{2}/.test(number)) return false;
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
export interface Span {
  readonly from: number;
  readonly to: number;
}
