/** Sizes as people write them in a routine: `500KB`, `1MB`. A KB is 1,000 bytes. */

const SIZE = /^(0|[1-9][0-9]{0,5})(B|KB|MB)$/;

/** Bytes, or `null` when the text is not a size. */
export function parseByteSize(text: string): number | null {
  const match = SIZE.exec(text);
  if (match === null) return null;
  const factor = match[2] === 'MB' ? 1_000_000 : match[2] === 'KB' ? 1_000 : 1;
  return Number(match[1]) * factor;
}
