/** The bytes of a connection up to the empty line; what came after it is put back. */
import { Buffer } from 'node:buffer';
import type { Duplex } from 'node:stream';

export const MAX_HEAD_BYTES = 16_384;

export type HeadBytes =
  /** One byte a character; without the empty line. */
  | { readonly kind: 'head'; readonly text: string }
  | { readonly kind: 'too-large' }
  /** It ended before the empty line came. */
  | { readonly kind: 'ended' };

/** Leaves the connection paused. Never rejects. */
export function readHead(connection: Duplex): Promise<HeadBytes> {
  return new Promise((resolve) => {
    let got = Buffer.alloc(0);
    const settle = (result: HeadBytes): void => {
      connection.pause();
      connection.off('data', take);
      connection.off('end', ended);
      connection.off('close', ended);
      resolve(result);
    };
    const take = (chunk: Buffer): void => {
      // The empty line may lie across two chunks; what was looked through before is not again.
      const from = Math.max(0, got.length - 3);
      got = Buffer.concat([got, chunk]);
      const end = got.indexOf('\r\n\r\n', from);
      if (end > MAX_HEAD_BYTES || (end === -1 && got.length > MAX_HEAD_BYTES)) {
        settle({ kind: 'too-large' });
      } else if (end !== -1) {
        const rest = got.subarray(end + 4);
        settle({ kind: 'head', text: got.toString('latin1', 0, end) });
        if (rest.length > 0) connection.unshift(rest);
      }
    };
    const ended = (): void => settle({ kind: 'ended' });
    connection.on('data', take);
    connection.once('end', ended);
    connection.once('close', ended);
  });
}
