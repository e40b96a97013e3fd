/** Who else in a file speaks of what changed in it: whoever tests those, tests the change. */
import type { CodeRead } from '../symbols/code-read.ts';
import type { DefinitionFact } from './file-facts.ts';

const MOST_NAMES = 60;
const MOST_REACHED = 200;

export function reachedBy(
  definitions: readonly DefinitionFact[],
  { definitions: all }: CodeRead,
  lines: readonly string[],
): string[] {
  const names = [...new Set(definitions.map(({ name }) => name))]
    .filter((name) => /^[\w$]{3,}$/.test(name))
    .slice(0, MOST_NAMES);
  if (names.length === 0) return [];
  const pattern = new RegExp(
    `(?<![\\w$])(?:${names.map((name) => name.replaceAll('$', String.raw`\$`)).join('|')})(?![\\w$])`,
  );
  const holders = all.filter(({ kind }) => kind === 'function' || kind === 'method');
  const found = new Set<string>();
  for (const [row, line] of lines.entries()) {
    if (found.size >= MOST_REACHED) break;
    if (line.length > 2_000 || !pattern.test(line)) continue;
    for (const { from, to, name } of holders) if (from <= row && row < to) found.add(name);
  }
  return [...found];
}
