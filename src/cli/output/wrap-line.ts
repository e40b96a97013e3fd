/** One of our lines for a terminal that is narrower: it goes on below itself, indented as its text is. Pure. */
import { displayWidth } from './display-width.ts';
import { wrapWords } from './wrap-words.ts';

/** What stands in front of the text: an indent, then a mark of a list or quote, or a label with its gap. */
const FRONT = /^ *(?:(?:[-*│>]|\d+\.) +|\S+ {2,})?/;
const QUOTE = /[│>]/;
/** A label that takes more of the line leaves the text too little. */
const WIDEST_FRONT = 0.4;

export function wrapLine(text: string, width: number): string {
  if (text.includes('\n'))
    return text
      .split('\n')
      .map((line) => wrapLine(line, width))
      .join('\n');
  if (displayWidth(text) <= width) return text;
  const found = FRONT.exec(text)?.[0] ?? '';
  const indent = /^ */.exec(text)?.[0] ?? '';
  const front = displayWidth(found) <= width * WIDEST_FRONT ? found : indent;
  const below = QUOTE.test(front) ? front : ' '.repeat(displayWidth(front));
  const room = Math.max(20, width - displayWidth(front));
  return wrapWords(text.slice(front.length), room)
    .map((line, at) => `${at === 0 ? front : below}${line}`)
    .join('\n');
}
