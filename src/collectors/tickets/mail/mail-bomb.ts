/** Mails that would keep the parser busy for minutes: told by counting, before it sees them. Pure. */

const LINE_FEED = 0x0a;
const HYPHEN = 0x2d;
const EQUALS = 0x3d;

/** An attachment of 50 MB has fewer lines, and no mail program makes so many parts. */
const MAX_LINES = 1_000_000;
const MAX_BOUNDARIES = 10_000;
const MAX_EQUALS = 2_000_000;

/** What there is too much of; `null` for a mail that can be read. */
export function bombIn(bytes: Uint8Array): string | null {
  let lines = 0;
  let boundaries = 0;
  let equals = 0;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === EQUALS) equals += 1;
    if (byte !== LINE_FEED) continue;
    lines += 1;
    if (bytes[index + 1] === HYPHEN && bytes[index + 2] === HYPHEN) boundaries += 1;
  }
  if (boundaries > MAX_BOUNDARIES) return `more than ${count(MAX_BOUNDARIES)} parts`;
  if (lines > MAX_LINES) return `more than ${count(MAX_LINES)} lines`;
  return equals > MAX_EQUALS ? `more than ${count(MAX_EQUALS)} encoded characters` : null;
}

function count(limit: number): string {
  return limit.toLocaleString('en-US');
}
