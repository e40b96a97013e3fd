/** The place of a comment, with what stands there. Pure. */
import { AppError } from '../../words/errors.ts';
import type { CommentPlace, Anchor } from '../../words/review/line-comment.ts';
import { oneLine, plural } from '../../words/text.ts';

/** Before and after, each. */
const CONTEXT_LINES = 3;
const MOST_LINES = 200;
const MOST_LETTERS = 2_000;

/** Throws `not-found` for lines that the file has not, `usage` for a range that is none. */
export function placeInFile(
  { path, side, from, to }: Pick<CommentPlace, 'path' | 'side' | 'from' | 'to'>,
  text: string,
): CommentPlace {
  const lines = linesOf(text);
  if (from < 1 || to < from || to - from >= MOST_LINES) {
    throw new AppError('usage', {
      code: 'bad-lines',
      message: `${from}-${to} is not a range of lines: it goes upwards from 1, over at most ${MOST_LINES}`,
      hint: 'Write it as src/main.ts:12 or src/main.ts:12-15.',
    });
  }
  if (to > lines.length) {
    throw new AppError('not-found', {
      code: 'line-unknown',
      message: `${oneLine(path, 200)} has ${plural(lines.length, 'line')} there, and no line ${to}`,
      hint: 'Count as the branch has it: roundsman review diff shows the numbers.',
    });
  }
  return {
    path,
    side,
    from,
    to,
    snippet: lines.slice(from - 1, to).join('\n'),
    before: lines.slice(Math.max(0, from - 1 - CONTEXT_LINES), from - 1),
    after: lines.slice(to, to + CONTEXT_LINES),
  };
}

/** What is compared; a line longer than anybody reads is cut, the same way on both sides. */
export function linesOf(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, '').slice(0, MOST_LETTERS));
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

// What became of the place of a comment since it was written. Pure.

/** The lines themselves, only some next to them, or neither. @param now the file's lines; `null`: it is gone */
export function changedSince(
  place: CommentPlace,
  anchor: Anchor,
  now: readonly string[] | null,
): 'lines' | 'near' | 'nothing' {
  if (anchor.kind === 'stale' || now === null) return 'lines';
  const { from, to } = anchor.kind === 'same' ? place : anchor;
  if (now.slice(from - 1, to).join('\n') !== place.snippet) return 'lines';
  const before = now.slice(Math.max(0, from - 1 - place.before.length), from - 1);
  const after = now.slice(to, to + place.after.length);
  const same = [
    ...place.before.map((line, index) => before[index] === line),
    ...place.after.map((line, index) => after[index] === line),
  ].every(Boolean);
  return same ? 'nothing' : 'near';
}
