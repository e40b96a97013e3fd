import { Buffer } from 'node:buffer';

/** Of a text as UTF-8. */
export function byteLength(text: string): number {
  return Buffer.byteLength(text);
}
