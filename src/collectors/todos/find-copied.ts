/** Which new lines stood in another file that the same commit changed: git may take them for moved or copied. */
import { squeeze } from './follow-lines.ts';
import type { NewLine, StepWork } from './step-work.ts';

/** Their texts, without blanks. */
export async function findCopied(
  { reader, step }: StepWork,
  lines: readonly NewLine[],
): Promise<ReadonlySet<string>> {
  const copied = new Set<string>();
  const wanted = lines.map(({ path, text }) => ({
    path,
    text: squeeze(text),
    word: longestWord(text),
  }));
  for (const { path, before, after } of step.changes) {
    if (before === null || before === after) continue;
    const open = wanted.filter((line) => line.path !== path && !copied.has(line.text));
    if (open.length === 0) continue;
    const found = await reader.read(before);
    // Not here: git is asked, and says so.
    if (found === null) for (const { text } of open) copied.add(text);
    else {
      const likely = open.filter(({ word }) => found.content.includes(word, 0, 'latin1'));
      if (likely.length === 0) continue;
      const whole = squeeze(found.content.toString('latin1'));
      for (const { text } of likely) if (whole.includes(text)) copied.add(text);
    }
  }
  return copied;
}

/** To look for first: most files do not have it, and bytes are searched faster than text is made. */
function longestWord(text: string): string {
  const words = text.match(/\w+/g) ?? [];
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '');
}
