/** When a mail counts as written: as it says, if that can be. Pure. */

/** At the end: a time without it could be any of a day. */
const ZONE = /(?:[+-]\d{4}|\b(?:gmt|utc?|z|[ecmp][sd]t))\s*$/i;

/**
 * A date that nobody can read, without a zone, or of later than the mail came in, gives way to when it came in: else it would belong to no
 * window, or to one that is not yet there. Where it is not known when it came in, there is none.
 */
export function mailDate(
  header: string | null,
  { cameIn, latest }: { readonly cameIn: number | null; readonly latest: number },
): string | null {
  if (cameIn === null) return Date.parse(header ?? '') > latest ? null : header;
  const plain = header?.replace(/\([^()]*\)/g, '').trim() ?? '';
  const written = ZONE.test(plain) ? Date.parse(plain) : Number.NaN;
  if (written <= cameIn && written > 0) return header;
  return new Date(cameIn).toISOString();
}
