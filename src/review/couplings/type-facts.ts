/** Of which types a file speaks, and what those that it defines come from. */
import type { CodeRead } from '../symbols/code-read.ts';

const MOST_TYPES = 3_000;

/** Of types: what a method comes from, `impl Trait for Type`, its type does. */
export function heritageOf({ definitions }: CodeRead): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { kind, name, container, heritage } of definitions) {
    const type = kind === 'method' ? (container ?? name) : name;
    if (heritage.length > 0 && (found.has(type) || found.size < MOST_TYPES))
      found.set(type, [...new Set([...(found.get(type) ?? []), ...heritage])]);
  }
  return Object.fromEntries(found);
}

/** Words with a capital. */
export function typesIn(text: string): string[] {
  const found = new Set<string>();
  for (const [word] of text.matchAll(/\b[A-Z][A-Za-z0-9_]{2,60}\b/g)) {
    found.add(word);
    if (found.size >= 800) break;
  }
  return [...found];
}
