/** Notes in text for people: what stands in a block of code there is an example. Pure. */
import { clip, type MarkerLine, type MarkerScanner, type NotePlaces } from './marker-lines.ts';

export type ProseKind = 'markdown' | 'asciidoc' | 'restructured';

const MAX_TEXT = 500;

/** `null`: no text whose blocks of code are known. */
export function proseKindOf(path: string): ProseKind | null {
  if (/\.(?:md|mdx|markdown)$/i.test(path)) return 'markdown';
  if (/\.(?:adoc|asciidoc)$/i.test(path)) return 'asciidoc';
  return /\.rst$/i.test(path) ? 'restructured' : null;
}

/** What a scanner finds in such a text. */
export function scanProse(
  scan: MarkerScanner,
  text: string,
  { kind, places }: { readonly kind: ProseKind; readonly places: NotePlaces },
): readonly MarkerLine[] {
  const found = scan(text, places);
  if (found.length === 0) return found;
  const rows = text.split('\n');
  const code = CODE_LINES[kind](rows);
  return found.map((one) => {
    if (!code.has(one.line)) return one;
    const whole = clip((rows[one.line - 1] ?? '').trim(), MAX_TEXT);
    return { ...one, kind: 'mention', text: whole, keyed: whole, comment: false };
  });
}

type CodeLines = (rows: readonly string[]) => ReadonlySet<number>;

/** 1-based. */
const CODE_LINES: Readonly<Record<ProseKind, CodeLines>> = {
  markdown: fencedLines,
  asciidoc: delimitedLines,
  restructured: literalLines,
};

/** A fence ends with as many of its marks at least, or with the text. */
function fencedLines(rows: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let fence: string | null = null;
  for (const [index, row] of rows.entries()) {
    const [, marks = '', rest = ''] =
      /^[\s>]*(?:(?:[-*+]|\d+[.)])\s+)?(`{3,}|~{3,})(.*)$/.exec(row) ?? [];
    if (fence !== null) inside.add(index + 1);
    if (fence === null && marks !== '' && !(marks.startsWith('`') && rest.includes('`'))) {
      fence = marks;
    } else if (fence !== null && marks.startsWith(fence) && rest.trim() === '') fence = null;
  }
  return inside;
}

/** Between two equal lines of dashes, dots or backquotes. */
function delimitedLines(rows: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let open: string | null = null;
  for (const [index, row] of rows.entries()) {
    const [marks] = /^(?:-{4,}|\.{4,}|\+{4,}|`{3,}\S*)\s*$/.exec(row) ?? [];
    if (open !== null) inside.add(index + 1);
    if (marks === undefined) continue;
    const mark = marks.trim();
    if (open === null) open = mark.startsWith('```') ? '```' : mark;
    else if (open === mark) open = null;
  }
  return inside;
}

/** Deeper than the line that ends with `::`, or than the directive of a block of code. */
function literalLines(rows: readonly string[]): ReadonlySet<number> {
  const inside = new Set<number>();
  let depth: number | null = null;
  for (const [index, row] of rows.entries()) {
    if (row.trim() === '') continue;
    const indent = row.search(/\S/);
    if (depth !== null && indent > depth) {
      inside.add(index + 1);
      continue;
    }
    depth = null;
    const opens = /^\s*\.\. (?:code|code-block|sourcecode|parsed-literal)::/.test(row);
    if (opens || (/::\s*$/.test(row) && !/^\s*\.\. /.test(row))) depth = indent;
  }
  return inside;
}
