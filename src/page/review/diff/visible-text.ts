/**
 * Text of a diff as it really is: what would be invisible, would reorder what is read or would be taken for an ending is shown
 * by its number, and does nothing.
 */
import { htmlEntities } from '../../../words/text.ts';

/* oxlint-disable no-control-regex -- control characters are what this file is about */
/* oxlint-disable no-misleading-character-class -- each is looked for by itself */
const ODD =
  /[\u0000-\u0008\u000a-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const NAMES: Readonly<Record<string, string>> = {
  '00': 'NUL',
  '07': 'BEL',
  '08': 'BS',
  '0D': 'CR',
  '1B': 'ESC',
  '7F': 'DEL',
  AD: 'soft hyphen',
  '200B': 'zero width space',
  '200C': 'zero width non-joiner',
  '200D': 'zero width joiner',
  '200E': 'left-to-right mark',
  '200F': 'right-to-left mark',
  '202A': 'left-to-right embedding',
  '202B': 'right-to-left embedding',
  '202C': 'end of direction',
  '202D': 'left-to-right override',
  '202E': 'right-to-left override',
  '2066': 'left-to-right isolate',
  '2067': 'right-to-left isolate',
  '2068': 'first strong isolate',
  '2069': 'end of isolate',
  FEFF: 'byte order mark',
};

/** Whether there is any. */
export function hasOdd(text: string): boolean {
  ODD.lastIndex = 0;
  return ODD.test(text);
}

/** Markup: escaped, with each odd character as a box that names it. */
export function visibleText(text: string): string {
  if (!hasOdd(text)) return htmlEntities(text);
  let markup = '';
  let from = 0;
  ODD.lastIndex = 0;
  for (const match of text.matchAll(ODD)) {
    markup += htmlEntities(text.slice(from, match.index)) + box(match[0]);
    from = match.index + match[0].length;
  }
  return markup + htmlEntities(text.slice(from));
}

function box(character: string): string {
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(2, '0');
  const name = NAMES[number];
  const shown =
    number.length === 2 && name !== undefined && name.length <= 3
      ? name
      : `U+${number.padStart(4, '0')}`;
  const title = `U+${number.padStart(4, '0')}${name === undefined ? '' : ` ${name}`}`;
  return `<span class="odd" title="${title}">${shown}</span>`;
}
