/** Words of others that stand before words of ours: what they leave open is closed, so that ours never become a part of theirs. */
import { markdownParser } from '../markup/markdown-parser.ts';

const NEXT = 'roundsman-writes-on';

/** @param markdown without HTML, which this knows nothing of */
export function keptApart(markdown: string): string {
  if (isOver(markdown)) return markdown;
  for (const mark of ['`', '~']) {
    const closed = `${markdown}\n${mark.repeat(longestRun(markdown, mark))}`;
    if (isOver(closed)) return closed;
  }
  // Nothing leaves a quotation.
  return markdown
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

/** Whether a paragraph behind it is a paragraph. */
function isOver(markdown: string): boolean {
  const [open, inline] = markdownParser().parse(`${markdown}\n\n${NEXT}`, {}).slice(-3);
  return open?.type === 'paragraph_open' && open.level === 0 && inline?.content === NEXT;
}

function longestRun(text: string, mark: string): number {
  const runs = text.matchAll(mark === '`' ? /`{3,}/g : /~{3,}/g);
  return Math.max(3, ...Array.from(runs, ([run]) => run.length));
}
