/** How many columns a text takes on a terminal. Good for names and sentences, not a full Unicode table. */

const ZERO_WIDTH = /^[\p{Mn}\p{Me}\p{Cf}]$/u;
const COLOUR = '\u001b[';
const WIDE =
  /^(?:\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Emoji_Presentation}|[\u3000-\u303f\uff00-\uff60])$/u;

/** Colours take none. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const character of withoutColours(text)) width += widthOf(character);
  return width;
}

/** Cut to `columns` with an ellipsis; a text that fits comes back as it is. */
export function fitText(text: string, columns: number): string {
  if (displayWidth(text) <= columns) return text;
  let kept = '';
  let width = 0;
  for (const character of text) {
    const next = width + widthOf(character);
    if (next > columns - 1) break;
    kept += character;
    width = next;
  }
  return columns > 0 ? `${kept.trimEnd()}…` : '';
}

function withoutColours(text: string): string {
  const [first = '', ...rest] = text.split(COLOUR);
  return first + rest.map((part) => part.replace(/^[0-9;]*m/, '')).join('');
}

function widthOf(character: string): number {
  if (character >= ' ' && character <= '~') return 1;
  if (ZERO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

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

// One of our lines for a terminal that is narrower: it goes on below itself, indented as its text is. Pure.

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
