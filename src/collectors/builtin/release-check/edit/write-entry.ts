/** An entry as the lines of a file. Pure. */
import type { NotesStyle } from './notes-style.ts';

export function writeEntry(
  text: string,
  {
    bullet,
    gap,
    indent,
    hang,
    width,
  }: Pick<NotesStyle, 'bullet' | 'gap' | 'indent' | 'hang' | 'width'>,
): readonly string[] {
  const first = `${indent}${bullet}${gap}`;
  if (width === null) return [`${first}${text}`];
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of wordsOf(text)) {
    if (!empty && Array.from(line).length + 1 + Array.from(word).length > width) {
      lines.push(line);
      line = hang;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** A label that is a link stays whole. A word that would begin a list, a quote or a heading at the start of a line stays with the one before. */
function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (const word of text.split(' ')) {
    const last = words.length - 1;
    const opened = last >= 0 && /^\[[^\]]{0,30}$/.test(words[last] ?? '');
    if (opened || (last >= 0 && /^(?:[-+*>=]+|#{1,6}|\d{1,9}[.)])$/.test(word)))
      words[last] = `${words[last] ?? ''} ${word}`;
    else words.push(word);
  }
  return words;
}
