/** How well two groupings of the same things agree, corrected for chance: 1 is the same, 0 is what chance gives. */
export function adjustedRandIndex(a: readonly string[], b: readonly string[]): number {
  const both = new Map<string, number>();
  const left = new Map<string, number>();
  const right = new Map<string, number>();
  a.forEach((first, at) => {
    const second = b[at] ?? '';
    for (const [counts, key] of [
      [both, JSON.stringify([first, second])],
      [left, first],
      [right, second],
    ] as const)
      counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const pairs = (counts: ReadonlyMap<string, number>): number =>
    [...counts.values()].reduce((sum, count) => sum + (count * (count - 1)) / 2, 0);
  const all = (a.length * (a.length - 1)) / 2;
  const expected = (pairs(left) * pairs(right)) / all;
  const most = (pairs(left) + pairs(right)) / 2;
  return most === expected ? 1 : (pairs(both) - expected) / (most - expected);
}
