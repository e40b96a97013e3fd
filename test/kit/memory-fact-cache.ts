import type { FactCache } from '../../src/review/fact-cache.ts';

/** Keeps texts, as the one on disk does: what is read is a copy. `reads` counts what was found. */
export function memoryFactCache(): FactCache & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    read: async (keys) =>
      new Map(
        keys.flatMap((key): readonly (readonly [string, unknown])[] => {
          const text = kept.get(key);
          const value: unknown = text === undefined ? undefined : JSON.parse(text);
          return text === undefined ? [] : [[key, value]];
        }),
      ),
    write: async (entries) => {
      for (const [key, value] of entries) kept.set(key, JSON.stringify(value));
    },
  };
}
