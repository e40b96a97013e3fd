/** Numbers of payment cards: the ranges of the issuers, and the check digit. */
import type { Span } from './span.ts';

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

export function findCards(text: string): readonly Span[] {
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
