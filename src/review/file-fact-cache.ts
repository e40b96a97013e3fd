/** Facts of review in files; a placeholder that keeps nothing between processes until segments are written. */
import type { FactCache } from './fact-cache.ts';

export function fileFactCache(_folder: string): FactCache {
  const kept = new Map<string, unknown>();
  return {
    read: async (keys) => {
      const found = keys.filter((key) => kept.has(key));
      return new Map(found.map((key) => [key, kept.get(key)]));
    },
    write: async (entries) => {
      for (const [key, value] of entries) kept.set(key, value);
    },
  };
}
