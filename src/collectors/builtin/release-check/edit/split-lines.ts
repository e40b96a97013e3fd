/** Lines with the ending that each has, so that joining them gives the text back, byte by byte. Pure. */

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

export function joinLines(lines: readonly FileLine[]): string {
  return lines.map(({ text, eol }) => `${text}${eol}`).join('');
}
