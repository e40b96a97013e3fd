import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

import { systemErrorCode } from '../system-error.ts';

export type Unpacked =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'too-much' }
  | { readonly kind: 'unreadable' };

/** What a body is once it is unpacked, at most so many bytes: some hundred packed ones can become gigabytes. */
export function unpacked(body: Uint8Array, encoding: string, maxOutputLength: number): Unpacked {
  if (body.length === 0) return { kind: 'bytes', bytes: body };
  try {
    const bytes = unpack(body, encoding.trim().toLowerCase(), maxOutputLength);
    return bytes === null ? { kind: 'unreadable' } : { kind: 'bytes', bytes };
  } catch (thrown) {
    const isTooMuch = systemErrorCode(thrown) === 'ERR_BUFFER_TOO_LARGE';
    return { kind: isTooMuch ? 'too-much' : 'unreadable' };
  }
}

/** `null`: not one of those that were asked for. */
function unpack(body: Uint8Array, encoding: string, maxOutputLength: number): Uint8Array | null {
  switch (encoding) {
    case '':
    case 'identity':
      return body;
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(body, { maxOutputLength });
    case 'deflate': {
      // Some servers leave the two bytes of its head out.
      const hasHead =
        ((body[0] ?? 0) & 0x0f) === 8 && (((body[0] ?? 0) << 8) + (body[1] ?? 0)) % 31 === 0;
      return hasHead
        ? inflateSync(body, { maxOutputLength })
        : inflateRawSync(body, { maxOutputLength });
    }
    case 'br':
      return brotliDecompressSync(body, { maxOutputLength });
    default:
      return null;
  }
}
