import { displayWidth } from './display-width.ts';

/** A command that is to be copied: it is broken only where it is longer than a line. */
const COMMAND = /`[^`]+`|\b(?:roundsman|git) [a-z][^\s,;]*(?: [^\s,;:]*[^\s,;:.)])*/g;

/** Lines of at most `width` columns, broken at blanks outside of commands; a longer word stands alone. Pure. */
export function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of wordsOf(text, width)) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && displayWidth(longer) > width) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

function wordsOf(text: string, width: number): readonly string[] {
  const words: string[] = [];
  let at = 0;
  for (const { 0: command, index } of text.matchAll(COMMAND)) {
    if (displayWidth(command) > width) continue;
    const [first = '', ...others] = text.slice(at, index).split(' ');
    words.push(`${words.pop() ?? ''}${first}`, ...others);
    words.push(`${words.pop() ?? ''}${command}`);
    at = index + command.length;
  }
  const [first = '', ...others] = text.slice(at).split(' ');
  return [...words.slice(0, -1), `${words.at(-1) ?? ''}${first}`, ...others];
}
