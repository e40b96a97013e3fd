/** Sizes as people write them in a routine: `500KB`, `1MB`, `10GB`. A KB is 1,000 bytes. */

const SIZE = /^(0|[1-9][0-9]{0,5})(B|KB|MB|GB)$/;

const FACTORS: Readonly<Record<string, number>> = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 };

/** Bytes, or `null` when the text is not a size. */
export function parseByteSize(text: string): number | null {
  const match = SIZE.exec(text);
  if (match === null) return null;
  return Number(match[1]) * (FACTORS[match[2] ?? 'B'] ?? 1);
}

/** For people, to two places that count: `740 MB`, `1.4 GB`. */
export function formatBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const amount = bytes / 1000 ** step;
  return `${amount < 10 && step > 0 ? amount.toFixed(1) : Math.floor(amount)} ${units[step] ?? 'B'}`;
}
