/** Cuts bytes that come in pieces into what stands between separators. Pure but for the piece it keeps. */
import { Buffer } from 'node:buffer';

export interface TokenReader {
  /** False as soon as `take` said so, or a token is longer than it may be. */
  push(piece: Buffer): boolean;
}

/** A path has 4,096 bytes at most, and no line of git's that we read is longer than a path and some ids. */
const LONGEST = 64_000;

/** @param separator one byte; @param take each token, without it; false: enough */
export function tokenReader(separator: number, take: (token: Buffer) => boolean): TokenReader {
  let rest = Buffer.alloc(0);
  return {
    push(piece) {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      let start = 0;
      for (let end = bytes.indexOf(separator); end !== -1;) {
        if (!take(bytes.subarray(start, end))) return false;
        start = end + 1;
        end = bytes.indexOf(separator, start);
      }
      rest = Buffer.from(bytes.subarray(start));
      return rest.length <= LONGEST;
    },
  };
}

/** The text of a name, `null` when its bytes are not UTF-8. */
export function utf8OrNull(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  return text.includes('\uFFFD') && !Buffer.from(text, 'utf8').equals(bytes) ? null : text;
}
