/** Markdown as lines, far enough to tell headings and fenced code from text. Pure. */

export type MarkdownLine =
  | { readonly kind: 'heading'; readonly level: number; readonly title: string }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string };

const ATX = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const UNDERLINE = /^ {0,3}(=+|-+)[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/**
 * Every line of the text once, in order; the underline of a heading is taken into it, and a fence that is
 * never closed is closed at the end.
 */
export function readMarkdownLines(text: string): readonly MarkdownLine[] {
  const lines: MarkdownLine[] = [];
  let fence: string | null = null;
  for (const line of text.replace(/\n$/, '').split('\n')) {
    if (fence !== null) {
      lines.push({ kind: 'code', text: line });
      if (closes(line, fence)) fence = null;
      continue;
    }
    const opened = openingFence(line);
    if (opened !== null) {
      fence = opened;
      lines.push({ kind: 'code', text: line });
      continue;
    }
    pushPlain(lines, line);
  }
  if (fence !== null) lines.push({ kind: 'code', text: fence });
  return lines;
}

/** `## Needs a decision` is answered by `needs-a-decision`; numbering in front does not count. */
export function headingWord(title: string): string {
  return title
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^[0-9]*-+|-+$/g, '');
}

function pushPlain(lines: MarkdownLine[], line: string): void {
  const atx = ATX.exec(line);
  if (atx !== null) {
    // Cut by hand: one expression for all of it takes quadratic time on a line of blanks.
    const title = line
      .slice(atx[0].length)
      .trim()
      .replace(/(?:^|(?<=[ \t]))#+$/, '')
      .trimEnd();
    lines.push({ kind: 'heading', level: atx[1]?.length ?? 1, title });
    return;
  }
  const underline = UNDERLINE.exec(line);
  const above = lines.at(-1);
  if (underline !== null && above?.kind === 'text' && isParagraph(above.text)) {
    const level = underline[1]?.startsWith('=') === true ? 1 : 2;
    lines[lines.length - 1] = { kind: 'heading', level, title: above.text.trim() };
    return;
  }
  lines.push({ kind: 'text', text: line });
}

/** Lists, quotes, tables and indented code do not become headings when a line of dashes follows. */
function isParagraph(text: string): boolean {
  return (
    /\S/.test(text) && !/^(?: {4}|\t| {0,3}(?:[>|]|(?:[-*+]|[0-9]{1,9}[.)])(?:\s|$)))/.test(text)
  );
}

function openingFence(line: string): string | null {
  const match = FENCE.exec(line);
  const marks = match?.[1];
  if (marks === undefined) return null;
  return marks.startsWith('`') && match?.[2]?.includes('`') === true ? null : marks;
}

function closes(line: string, fence: string): boolean {
  const trimmed = line.trim();
  return (
    /^ {0,3}\S/.test(line) &&
    trimmed.length >= fence.length &&
    trimmed === (fence[0] ?? '').repeat(trimmed.length)
  );
}

/** The front matter of a Markdown text with both lines of dashes, and what follows it. Either may be empty. */
export function splitFrontMatter(content: string): readonly [string, string] {
  const end = content.startsWith('---\n') ? content.indexOf('\n---\n', 3) : -1;
  return end === -1 ? ['', content] : [content.slice(0, end + 5), content.slice(end + 5)];
}

/** Where in a report the part begins that Roundsman recorded, open or folded. Pure. */
const FACTS = /^(?:## |<details>\n<summary>)Run facts(?:<\/summary>)?$/gm;

/** What was reported. An agent can write such a line in code: the last one is ours. */
export function beforeRunFacts(markdown: string): string {
  return markdown.slice(0, [...markdown.matchAll(FACTS)].at(-1)?.index ?? markdown.length);
}
