/** A report in short: what it is, its summary, the headings of its findings. Pure. */
import { cutText } from './cut-text.ts';

const MARK =
  '*The rest of this report was left out for size: what stands here is its summary and the headings of its findings.*';
const MAX_SUMMARY = 2_000;
const MAX_HEADINGS = 100;

/** @param content Markdown with front matter, as reports are written */
export function shortenReport(content: string): string {
  const [head, body] = splitFrontMatter(content);
  const lines = body.split('\n');
  const titles = lines.filter((line) => line.startsWith('# ')).slice(0, 1);
  const summary = sectionOf(lines, 'summary');
  const headings = sectionOf(lines, 'findings')
    .filter((line) => /^(#{3,6} |[-*] |\d+\. )/.test(line))
    .map((line) => line.slice(0, 200));
  const shown = headings.slice(0, MAX_HEADINGS);
  const more = headings.length - shown.length;
  return [
    `${head}${titles.join('\n')}`,
    MARK,
    ...(summary.length === 0
      ? []
      : [`## Summary\n\n${cutText(summary.join('\n').trim(), MAX_SUMMARY)}`]),
    ...(shown.length === 0
      ? []
      : [`## Findings\n\n${shown.join('\n')}${more === 0 ? '' : `\n\nand ${more} more`}`]),
    '',
  ].join('\n\n');
}

function splitFrontMatter(content: string): readonly [string, string] {
  const end = content.startsWith('---\n') ? content.indexOf('\n---\n', 3) : -1;
  return end === -1 ? ['', content] : [content.slice(0, end + 5), content.slice(end + 5)];
}

/** The lines under `## <name>`, up to the next heading of that depth or above; lines in fences are no headings. */
function sectionOf(lines: readonly string[], name: string): readonly string[] {
  const found: string[] = [];
  let within = false;
  let fence: string | null = null;
  for (const line of lines) {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? null;
    if (fence === null && mark !== null) fence = mark;
    else if (fence !== null && mark !== null && mark.startsWith(fence)) fence = null;
    else if (fence === null && /^#{1,2} /.test(line)) {
      within = line.toLowerCase().replace(/^## /, '').trim() === name;
      continue;
    }
    if (within) found.push(line);
  }
  return found;
}
