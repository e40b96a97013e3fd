/** One text for one value, whatever the order of its keys: what a hash can bind. Pure. */

/** JSON with the keys of every object sorted and no blanks. The value must be plain data. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sorted(value)) ?? 'null';
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  // Own properties by definition, so that a key named `__proto__` stays a key.
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]));
}
