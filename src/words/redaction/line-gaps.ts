/** What stands between two lines of something that was broken into lines: the line end, and what editors and programs put around it. */

const BESIDE = ' \\t"\'`,>#|*\\\\';
/** Indentation, quotes and marks count only around a line end: between words of one line they are text. */
export const LINE_GAP = new RegExp(`[${BESIDE}]*[\\r\\n][${BESIDE}\\r\\n]*`, 'g');
const GAP_LETTERS = new Set(' \t"\'`,>#|*\\\r\n');
/** Longer ones are no gap. */
const MOST = 200;

export function skipGapAfter(text: string, from: number): number {
  let at = from;
  let hasEnd = false;
  while (at < from + MOST && GAP_LETTERS.has(text[at] ?? '')) {
    hasEnd ||= isLineEnd(text[at]);
    at += 1;
  }
  return hasEnd ? at : from;
}

export function skipGapBefore(text: string, from: number): number {
  let at = from;
  let hasEnd = false;
  while (at > 0 && at > from - MOST && GAP_LETTERS.has(text[at - 1] ?? '')) {
    at -= 1;
    hasEnd ||= isLineEnd(text[at]);
  }
  return hasEnd ? at : from;
}

/** A line end may be still to come. */
export function withoutLastGap(text: string): string {
  let end = text.length;
  while (end > 0 && GAP_LETTERS.has(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

function isLineEnd(letter: string | undefined): boolean {
  return letter === '\n' || letter === '\r';
}
