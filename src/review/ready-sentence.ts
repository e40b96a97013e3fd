/** What waits for review in words: how much, and whether it can land. Pure. */
import type { ReadinessLine, ReadinessName } from '../words/review/change-set.ts';
import { oneLine, plural } from '../words/text.ts';
import { isUntested } from './union-line.ts';

const LONGEST = 160;

/** `Merges cleanly. No checks configured.`; what keeps it from landing comes alone. @param branches how many it has */
export function readySentence(lines: readonly ReadinessLine[], branches: number): string {
  const held = lines.filter(({ ok, blocks }) => ok === false && blocks);
  if (held.length > 0) return `Not ready: ${held.map(saidOf).join('; ')}.`;
  return lines
    .flatMap((line) => sentenceOf(line, branches))
    .map(
      (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('?') ? '' : '.'}`,
    )
    .join(' ');
}

/** Of what is right only what a person asks first. */
function sentenceOf(line: ReadinessLine, branches: number): readonly string[] {
  const { name, ok } = line;
  if (name === 'union' && branches < 2 && ok !== false) return [];
  if (ok === true) return RIGHT[name] ?? [];
  if (isUntested(line)) return ['not tested together yet'];
  if (name === 'judgement' && ok === null) return [];
  return [saidOf(line)];
}

const RIGHT: Partial<Readonly<Record<ReadinessName, readonly string[]>>> = {
  checks: ['checks passed'],
  conflicts: ['merges cleanly'],
  union: ['tested together'],
};

function saidOf({ detail }: ReadinessLine): string {
  return oneLine(detail, LONGEST).replace(/\.$/, '');
}

/** `3 branches in 2 groups`; where none belong together, the branches alone. */
export function countWords(branches: number, groups: number): string {
  const many = plural(branches, 'branch', 'branches');
  return branches === groups ? many : `${many} in ${plural(groups, 'group')}`;
}
