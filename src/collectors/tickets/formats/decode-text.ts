/** Bytes of a file to text: UTF-8, UTF-16 by its mark, and what old spreadsheets write. */

export interface DecodedText {
  readonly text: string;
  /** `null` when nothing is to be said. */
  readonly problem: string | null;
}

/** Never throws; without the byte order mark. */
export function decodeText(bytes: Uint8Array): DecodedText {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), problem: null };
  } catch {
    // Every byte has a meaning there, so this cannot fail.
    const { text } = decoded('windows-1252', bytes);
    return { text, problem: 'not all of it is UTF-8: read as Windows-1252' };
  }
}

function decoded(encoding: string, bytes: Uint8Array): DecodedText {
  return { text: new TextDecoder(encoding).decode(bytes), problem: null };
}
