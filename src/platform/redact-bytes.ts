import { Buffer } from 'node:buffer';

import type { Redactor } from '../words/redaction/redactor.ts';

/** The bytes between two places, secrets replaced; what reaches over a place is replaced whole. All are looked at. */
export function redactBytes(
  redactor: Redactor,
  bytes: Uint8Array,
  part: { readonly from: number; readonly to: number } = { from: 0, to: bytes.length },
): Buffer {
  const from = Math.max(0, part.from);
  const to = Math.min(bytes.length, part.to);
  return Buffer.from(redactor.bytes(latin1(bytes), { from, to }), 'latin1');
}

/** One character a byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
}
