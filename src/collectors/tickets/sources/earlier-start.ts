import { OVERLAP_MS } from './contract.ts';

/** A bit before the mark, or at the window's beginning where that is earlier; `null` is the beginning of time. Pure. */
export function earlierStart(known: string | null, from: string | null): string | null {
  if (known === null || from === null) return from;
  const back = new Date(Math.max(0, Date.parse(known) - OVERLAP_MS)).toISOString();
  return back < from ? back : from;
}
