/** @param key what it is for: made again, it is the same id */
export function messageId(key: string, hash: (text: string) => string): string {
  return `M-${hash(key).slice(0, 12)}`;
}
