/** E-mail addresses in text. */
import type { Span } from './span.ts';

// Parts are bounded, so that no text makes the search slow.
const ADDRESS =
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}_%+][\p{L}\p{N}._%+'&=~-]{0,127}(?:@|%40|\uff20|\s?[[(]at[\])]\s?)(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,62}))(?:(?:\.|\s?[[(]dot[\])]\s?)[\p{L}\p{N}][\p{L}\p{N}-]{0,62}){1,8}/giu;
/** `"John Doe"@example.com`, `user@[192.0.2.1]`. */
const UNUSUAL =
  /"[^"\n@]{1,64}"@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}|[\p{L}\p{N}._%+-]{1,64}@\[[0-9a-f.:]{3,45}\]/giu;
/** The last part of a name on the net has letters: `react@18.2.0` is a version. */
const TOP = /(?:\.|[\])]\s?)(?:xn--[a-z0-9-]{2,59}|\p{L}{2,24})$/iu;
const PICTURE = /@\dx\.(?:png|jpe?g|gif|svg|webp)$/i;

export function findEmails(text: string): readonly Span[] {
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
