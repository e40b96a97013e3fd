/** A function that keeps its latest answers. Pure as long as what it asks is. */

/** @param limit answers that are kept; the ones that were not asked for longest go first */
export function keepRecent<Answer>(
  limit: number,
  make: (key: string) => Answer,
): (key: string) => Answer {
  const kept = new Map<string, Answer>();
  return (key) => {
    const known = kept.get(key);
    const answer = known ?? make(key);
    // A map remembers the order of insertion: the latest goes last.
    if (known !== undefined) kept.delete(key);
    kept.set(key, answer);
    const [oldest] = kept.keys();
    if (kept.size > limit && oldest !== undefined) kept.delete(oldest);
    return answer;
  };
}
