/** One line of code as markup: its colours, the words that changed in it, and what would be invisible. Pure. */
import type { Mark } from '../../../review/word-marks.ts';
import type { Token } from './colour-lines.ts';
import { visibleText } from './visible-text.ts';

export interface CodeLine {
  readonly text: string;
  /** Of the whole line as it is in its file, which may continue where `text` was cut. */
  readonly tokens: readonly Token[] | null;
  readonly marks: readonly Mark[];
}

/** Classes only; nothing of the text is markup. */
export function codeMarkup({ text, tokens, marks }: CodeLine): string {
  const pieces = fits(text, tokens) ? tokens : [{ text, className: null }];
  let markup = '';
  let at = 0;
  for (const { text: whole, className } of pieces) {
    const piece = whole.slice(0, text.length - at);
    const inside = markedText(piece, at, marks);
    markup += className === null ? inside : `<span class="${className}">${inside}</span>`;
    at += piece.length;
    if (at >= text.length) break;
  }
  return markup;
}

/** Colours that do not belong to this text are none: a line is never shown other than it is. */
function fits(text: string, tokens: readonly Token[] | null): tokens is readonly Token[] {
  if (tokens === null) return false;
  const whole = tokens.map((token) => token.text).join('');
  return whole === text || whole.startsWith(text);
}

function markedText(piece: string, offset: number, marks: readonly Mark[]): string {
  let markup = '';
  let at = 0;
  for (const [from, to] of marks) {
    const begin = Math.max(from - offset, at);
    const end = Math.min(to - offset, piece.length);
    if (end <= begin) continue;
    markup += visibleText(piece.slice(at, begin));
    markup += `<mark>${visibleText(piece.slice(begin, end))}</mark>`;
    at = end;
  }
  return markup + visibleText(piece.slice(at));
}
