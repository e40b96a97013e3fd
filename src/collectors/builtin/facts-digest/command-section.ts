/** What a command printed, shown as it is and believed in nothing. */
import type { CommandFacts } from '../../../words/facts.ts';
import { codeBlock, inlineCode, plural } from '../../../words/text.ts';
import { fitLine } from '../fit-text.ts';

const MAX_LISTED = 50;

export function tellCommand(name: string, { items, truncated, exitCode }: CommandFacts): string {
  const gave = `${inlineCode(name)} gave ${plural(items.length + truncated, 'line')}`;
  return exitCode === 0 ? gave : `${gave} and exit code ${exitCode}`;
}

export function renderCommand({ items, truncated, exitCode }: CommandFacts): string {
  const lines = items.slice(0, MAX_LISTED).map((item) => fitLine(textOf(item), 500));
  const more = items.length - lines.length + truncated;
  return [
    exitCode === 0 ? '' : `The command ended with exit code ${exitCode}.`,
    lines.length === 0 ? '' : codeBlock(lines.join('\n'), 'text'),
    more === 0 ? '' : `and ${plural(more, 'more line')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** A line as it is; anything with a structure as JSON. */
function textOf(item: unknown): string {
  return typeof item === 'string' ? item : (JSON.stringify(item) ?? '');
}
