import { markdownPlain } from '../../markup/markdown-plain.ts';

/** Where the part that Roundsman recorded begins, open or folded. */
const FACTS = /^(?:## |<details>\n<summary>)Run facts(?:<\/summary>)?$/gm;

/**
 * A report for a chat, where lines have any length and no Markdown is shown: what was found, and not the table of facts,
 * which no chat has room for. What comes out is as hostile as what went in.
 * @param most characters that there is room for; little more than them is made
 */
export function reportText(markdown: string, most: number): string {
  // An agent can write such a line in code: the last one is ours.
  const from = [...markdown.matchAll(FACTS)].at(-1)?.index ?? markdown.length;
  return markdownPlain(markdown.slice(0, Math.min(from, most * 3)), {
    width: Number.POSITIVE_INFINITY,
    underlined: false,
  }).trim();
}
