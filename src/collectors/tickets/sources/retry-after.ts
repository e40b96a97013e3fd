/** How long a server asks to be left alone, by its header `Retry-After`: seconds, or a date. Pure. */
const DAY_MS = 86_400_000;

/** @returns milliseconds, at most a day; `null` when it says nothing that can be read */
export function retryAfterMs(header: string | undefined, now: Date): number | null {
  const text = header?.trim() ?? '';
  if (/^\d{1,9}(\.\d{1,6})?$/.test(text)) return Math.min(DAY_MS, Math.ceil(Number(text) * 1_000));
  // Only the forms of HTTP dates: `Date.parse` takes much else for a date.
  if (!/^[A-Za-z]{3,9},? [\d A-Za-z:-]{10,30}$/.test(text)) return null;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.min(DAY_MS, Math.max(0, at - now.getTime()));
}
