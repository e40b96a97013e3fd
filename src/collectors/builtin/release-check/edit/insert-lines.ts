/** Inserts lines into a file without touching any that is there. Pure. */
import { joinLines, type FileLine } from './split-lines.ts';

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
