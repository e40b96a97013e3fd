/** Which words changed within a line that was changed. Pure. */
import { diffArrays } from 'diff';

/** From, to (exclusive), in UTF-16 units of the line. */
export type Mark = readonly [number, number];

export interface LineMarks {
  readonly removed: readonly Mark[];
  readonly added: readonly Mark[];
}

const WORDS = /[\p{L}\p{N}_$]+|\s+|[^\p{L}\p{N}_$\s]/gu;
/** Lines with more are marked as a whole only. */
const MOST_CHARACTERS = 1_000;
const MOST_EDITS = 120;
/** Lines that have less in common are two lines, and no change of one. */
const LEAST_COMMON = 0.2;

const NONE: LineMarks = { removed: [], added: [] };

/** None where the two have too little in common, or are too long to tell quickly. */
export function wordMarks(removed: string, added: string): LineMarks {
  if (Math.max(removed.length, added.length) > MOST_CHARACTERS) return NONE;
  const [before, after] = [wordsOf(removed), wordsOf(added)];
  const parts = diffArrays([...before], [...after], { maxEditLength: MOST_EDITS });
  if (parts === undefined) return NONE;
  const found: { readonly removed: Mark[]; readonly added: Mark[] } = { removed: [], added: [] };
  let [old, made, common] = [0, 0, 0];
  for (const part of parts) {
    const length = part.value.reduce((sum, word) => sum + word.length, 0);
    if (part.removed) {
      found.removed.push([old, old + length]);
      old += length;
    } else if (part.added) {
      found.added.push([made, made + length]);
      made += length;
    } else {
      old += length;
      made += length;
      common += part.value.reduce((sum, word) => sum + word.trim().length, 0);
    }
  }
  const most = Math.max(removed.trim().length, added.trim().length);
  return most > 0 && common / most >= LEAST_COMMON ? found : NONE;
}

function wordsOf(line: string): readonly string[] {
  return line.match(WORDS) ?? [];
}
