/** Inserts lines into a file without touching any that is there. Pure. */

export interface Insertion {
  /** Before the line of this number, from 0. */
  readonly at: number;
  readonly lines: readonly string[];
}

/** Insertions at one place keep their order. Endings are those of the file. */
export function insertLines(lines: readonly FileLine[], insertions: readonly Insertion[]): string {
  const eol = usualEnding(lines);
  const wanted = insertions.filter((one) => one.lines.length > 0);
  const parts: string[] = [];
  let from = 0;
  for (const { at, lines: added } of wanted.toSorted((a, b) => a.at - b.at)) {
    const before = lines.slice(from, at);
    parts.push(joinLines(before));
    from = Math.max(from, at);
    const open = at > 0 && lines[at - 1]?.eol === '';
    // Behind a last line without an ending, the new last line has none either.
    parts.push(
      open
        ? added.map((line) => `${eol}${line}`).join('')
        : added.map((line) => `${line}${eol}`).join(''),
    );
  }
  return [...parts, joinLines(lines.slice(from))].join('');
}

function usualEnding(lines: readonly FileLine[]): string {
  const crlf = lines.filter(({ eol }) => eol === '\r\n').length;
  return crlf * 2 > lines.length ? '\r\n' : '\n';
}

// Lines with the ending that each has, so that joining them gives the text back, byte by byte. Pure.

export interface FileLine {
  readonly text: string;
  /** `\n`, `\r\n`, or empty for a last line without one. */
  readonly eol: string;
}

/** A text that ends with a newline has no empty line behind it. */
export function splitLines(text: string): readonly FileLine[] {
  const lines: FileLine[] = [];
  let from = 0;
  while (from < text.length) {
    const at = text.indexOf('\n', from);
    if (at === -1) return [...lines, { text: text.slice(from), eol: '' }];
    const cut = at > from && text[at - 1] === '\r' ? at - 1 : at;
    lines.push({ text: text.slice(from, cut), eol: text.slice(cut, at + 1) });
    from = at + 1;
  }
  return lines;
}

function joinLines(lines: readonly FileLine[]): string {
  return lines.map(({ text, eol }) => `${text}${eol}`).join('');
}
