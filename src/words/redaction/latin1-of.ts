/** Its UTF-8, one character a byte. */
export function latin1Of(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text;
  return Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join('');
}
