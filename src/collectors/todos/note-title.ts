/** A note as one actionable line: its first sentence, over as many lines of the comment as that takes. Pure. */
import { withoutOwner, type NoteWords } from './format-note.ts';
import { clip } from './marker-lines.ts';

export interface TitleParts extends NoteWords {
  readonly marker: string;
  readonly symbol: string | null;
}

const MAX_TITLE = 200;
/** Fewer words than these say nothing alone: `Hmm.`, `See below.` */
const MIN_WORDS = 3;

export function noteTitle({ marker, words, code, symbol }: TitleParts): string {
  const owner = /^\([^()]*\)/.exec(words)?.[0] ?? '';
  const said = firstSentence(withinParentheses(withoutOwner(words)));
  const head = `${marker}${owner}`;
  const at = code === null ? '' : `, at: ${code}`;
  if (said !== '') return clip(`${head}: ${said}${at}`, MAX_TITLE);
  const where = symbol === null ? '' : ` in ${symbol}`;
  return clip(`${head} without a text${where}${at}`, MAX_TITLE);
}

/** Of `(TODO: mend it) and so on`: to the parenthesis that closes the one before the marker. `a)` begins an item, and a quoted one is none. */
function withinParentheses(text: string): string {
  let depth = 0;
  for (const { index, 0: mark } of text.matchAll(/[()]/g)) {
    if (mark === '(') depth += 1;
    else if (depth > 0) depth -= 1;
    else if (!/(?:(?:^|[\s,;])\w{1,2}|[:;]-?|["'`\\[])$/.test(text.slice(0, index)))
      return text.slice(0, index);
  }
  return text;
}

function firstSentence(text: string): string {
  for (const { index } of text.matchAll(/[.!](?=\s+["'`([]?[A-Z0-9`])|\?(?=\s)/g)) {
    const sentence = text.slice(0, index + 1);
    if (
      sentence.split(/\s+/).length >= MIN_WORDS &&
      !/(?:\b(?:e\.g|i\.e|etc|vs|cf|approx|no|fig|resp)|\s[A-Z])\.$/i.test(sentence)
    )
      return trimmed(sentence);
  }
  return trimmed(text);
}

function trimmed(text: string): string {
  return text.replace(/[\s.:;,]+$/, '').trim();
}
