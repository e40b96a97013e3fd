/** Cutting what is not yet without secrets: half of a secret is not known for one any more, so none is cut in two. Pure. */
import { oneLine } from '../../words/text.ts';

const KEY_BEGIN = '-----BEGIN ';
const KEY_END = '-----END ';

/** One line of at most `max` characters. Of a word that does not fit nothing stays, of a path its whole parts. */
export function wholeWords(text: string, max = 200): string {
  const flat = oneLine(text, Number.MAX_SAFE_INTEGER);
  return flat.length <= max ? flat : `${headOf(flat, max - 1)}…`;
}

/** The beginning, of at most `most` characters; a private key that the cut goes through is left out. */
export function headOf(text: string, most: number): string {
  if (text.length <= most) return text;
  const begun = text.lastIndexOf(KEY_BEGIN, most);
  if (begun !== -1 && !text.slice(begun, most).includes(KEY_END)) return text.slice(0, begun);
  let end = most;
  // Only letters of ASCII make keys and tokens; other scripts have no spaces to cut at.
  while (end > 0 && isInWord(text, end)) end -= 1;
  const path = text.lastIndexOf('/', most - 1);
  return dropHalfCharacter(text.slice(0, path >= end ? path + 1 : end));
}

/** The end, of at most `most` characters; a private key that the cut goes through is left out with all before it. */
export function tailOf(text: string, most: number): string {
  if (text.length <= most) return text;
  let from = text.length - most;
  const begun = text.lastIndexOf(KEY_BEGIN, from);
  if (begun !== -1 && text.lastIndexOf(KEY_END, from) < begun) {
    const ended = text.indexOf(KEY_END, from);
    if (ended === -1) return '';
    const line = text.indexOf('-----', ended + KEY_END.length);
    from = line === -1 ? text.length : line + '-----'.length;
  }
  while (from < text.length && isInWord(text, from)) from += 1;
  return text.slice(from);
}

/** Whether a cut before that place would go through a word. */
function isInWord(text: string, at: number): boolean {
  return isLetter(text.charCodeAt(at - 1)) && isLetter(text.charCodeAt(at));
}

function isLetter(code: number): boolean {
  return code > 0x20 && code < 0x7f;
}

function dropHalfCharacter(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}
