/**
 * Text as the terms by which it is found. A word of code stands for itself and for its parts: `parseNoteText`, `src/a_b.ts`.
 * Scripts without blanks between words are taken as pairs of characters, so that any stretch of them is found. Pure.
 */

export interface Word {
  /** Where it stands in the text, [from, to). */
  readonly from: number;
  readonly to: number;
  /** The whole of it; `null` when its parts say it all. */
  readonly whole: string | null;
  /** Never empty. */
  readonly parts: readonly string[];
}

/** Longer ones are found by their beginning. */
export const MOST_TERM = 64;

const WORD = /[\p{L}\p{N}\p{M}_]+(?:[./:@#+-][\p{L}\p{N}\p{M}_]+)*/gu;
/** Most words are: the quick way. */
const PLAIN = /^[a-z]{1,64}$/;
const PIECE = /[\p{L}\p{N}\p{M}]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+/gu;
const HAS_UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Words in their order; at most `most` of them. */
export function* splitWords(text: string, most = Infinity): Generator<Word> {
  let count = 0;
  for (const found of text.matchAll(WORD)) {
    const raw = found[0].slice(0, 4 * MOST_TERM);
    const { whole, parts } = PLAIN.test(raw) ? { whole: null, parts: [raw] } : termsOf(raw);
    if (parts.length === 0) continue;
    yield { from: found.index, to: found.index + found[0].length, whole, parts };
    count += 1;
    if (count >= most) return;
  }
}

/** Lower case, one form of each letter, without accents, at most `MOST_TERM` long. */
export function foldTerm(word: string): string {
  const cut = word.slice(0, MOST_TERM);
  // oxlint-disable-next-line no-control-regex -- plain ASCII is most of what there is, and needs no tables
  if (/^[\u0000-\u007f]*$/.test(cut)) return cut.toLowerCase();
  return cut
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .normalize('NFC');
}

function termsOf(raw: string): Pick<Word, 'whole' | 'parts'> {
  const parts = partsOf(raw);
  const whole = foldTerm(raw);
  return { whole: parts.length === 1 && parts[0] === whole ? null : whole, parts };
}

function partsOf(raw: string): readonly string[] {
  const parts = new Set<string>();
  for (const [piece] of raw.matchAll(PIECE)) {
    if (HAS_UNSPACED.test(piece)) {
      for (const pair of pairsOf(piece)) parts.add(foldTerm(pair));
      continue;
    }
    const humps = piece.split(HUMP);
    for (const hump of humps) if (hump.length > 1 || humps.length === 1) parts.add(foldTerm(hump));
    // `parsenotetext` finds it too.
    if (humps.length > 1) parts.add(foldTerm(piece));
  }
  parts.delete('');
  return [...parts];
}

function* pairsOf(piece: string): Generator<string> {
  for (const [run] of piece.matchAll(UNSPACED)) {
    const characters = Array.from(run);
    if (characters.length === 1) yield run;
    for (let at = 0; at + 1 < characters.length; at += 1)
      yield `${characters[at] ?? ''}${characters[at + 1] ?? ''}`;
  }
  for (const rest of piece.split(UNSPACED)) if (rest !== '') yield rest;
}
