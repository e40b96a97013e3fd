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
