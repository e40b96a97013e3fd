export interface Counted {
  readonly name: string;
  readonly count: number;
}

/** How often each word comes, most first; equal counts by name. */
export function countWords(words: readonly string[]): readonly Counted[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1));
}
