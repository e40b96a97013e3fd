/** The lines of a hunk as rows: what was removed beside what came for it. Pure. */
import type { DiffLine } from '../../../git/file-diff.ts';
import { wordMarks, type Mark } from '../../../review/word-marks.ts';

export interface MarkedLine {
  readonly line: DiffLine;
  readonly marks: readonly Mark[];
}

/** Side by side; `null`: nothing is there. A line that stayed stands on both. */
export interface DiffRow {
  readonly left: MarkedLine | null;
  readonly right: MarkedLine | null;
}

/** In a change of more lines, words are not compared. */
const MOST_COMPARED = 200;

export function diffRows(lines: readonly DiffLine[]): readonly DiffRow[] {
  const rows: DiffRow[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at];
    if (line === undefined) break;
    if (line.kind === 'same') {
      const plain = { line, marks: [] };
      rows.push({ left: plain, right: plain });
      at += 1;
      continue;
    }
    const end = endOfChange(lines, at);
    const change = lines.slice(at, end);
    rows.push(
      ...pairUp(
        change.filter(({ kind }) => kind === 'removed'),
        change.filter(({ kind }) => kind === 'added'),
      ),
    );
    at = end;
  }
  return rows;
}

/** One under the other: of each change first what went, then what came. */
export function unifiedLines(rows: readonly DiffRow[]): readonly MarkedLine[] {
  const lines: MarkedLine[] = [];
  let came: MarkedLine[] = [];
  for (const { left, right } of rows) {
    if (left !== null && left === right) {
      lines.push(...came, left);
      came = [];
      continue;
    }
    if (left !== null) lines.push(left);
    if (right !== null) came.push(right);
  }
  return [...lines, ...came];
}

function endOfChange(lines: readonly DiffLine[], from: number): number {
  const end = lines.findIndex(({ kind }, at) => at >= from && kind === 'same');
  return end === -1 ? lines.length : end;
}

function pairUp(removed: readonly DiffLine[], added: readonly DiffLine[]): readonly DiffRow[] {
  const compared = removed.length + added.length <= MOST_COMPARED;
  return Array.from({ length: Math.max(removed.length, added.length) }, (_one, at): DiffRow => {
    const [old, made] = [removed[at], added[at]];
    const marks =
      compared && old !== undefined && made !== undefined ? wordMarks(old.text, made.text) : null;
    return {
      left: old === undefined ? null : { line: old, marks: marks?.removed ?? [] },
      right: made === undefined ? null : { line: made, marks: marks?.added ?? [] },
    };
  });
}
