/** Hunks of one file as a table: one column of code, or the old beside the new. */
import type { DiffHunk, DiffLine } from '../../../git/diff-blobs.ts';
import { type Mark, wordMarks } from '../../../review/word-marks.ts';
import { plural } from '../../../words/text.ts';
import { html, type Html, join, nothing, trusted } from '../../html.ts';
import { codeMarkup, type ColouredLines } from './colour-lines.ts';
import type { DiffLayout } from './diff-subject.ts';
import { visibleText } from './visible-text.ts';

// The lines of a hunk as rows: what was removed beside what came for it. Pure.

interface MarkedLine {
  readonly line: DiffLine;
  readonly marks: readonly Mark[];
}

/** Side by side; `null`: nothing is there. A line that stayed stands on both. */
interface DiffRow {
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

export interface HunkTable {
  /** For screen readers: `src/a.ts`. */
  readonly path: string;
  readonly hunks: readonly DiffHunk[];
  readonly layout: DiffLayout;
  readonly colours: { readonly old: ColouredLines | null; readonly new: ColouredLines | null };
  /** Of the new side; highlighted as the line that the user navigated to. */
  readonly target: number | null;
  /** What stands below a line: comments. */
  readonly below: (line: DiffLine) => Html | null;
  /** Where lines that are left out before a hunk can be had; `null`: there are none. */
  readonly gap: (gap: Gap) => Html | null;
  /** The last line of what was shown before: a piece that goes on there. */
  readonly after: { readonly old: number; readonly new: number };
}

/** Unchanged lines between what is shown; `to` exclusive, `null`: to the end of the file. */
export interface Gap {
  readonly old: { readonly from: number; readonly to: number | null };
  readonly new: { readonly from: number; readonly to: number | null };
}

export function hunkTable(table: HunkTable): Html {
  const columns = table.layout === 'split' ? 4 : 3;
  let { old, new: made } = table.after;
  const bodies = table.hunks.map((hunk) => {
    const first = hunk.lines[0];
    const before = { old: first?.old ?? old + 1, new: first?.new ?? made + 1 };
    const gap = gapRows({ table, hunk, columns }, [
      { from: old + 1, to: before.old },
      { from: made + 1, to: before.new },
    ]);
    for (const line of hunk.lines) {
      old = line.old ?? old;
      made = line.new ?? made;
    }
    return html`${gap}
      <tbody class="hunk" tabindex="-1">
        ${hunkRows(table, hunk)}
      </tbody>`;
  });
  return html`<table class="diff ${table.layout}" aria-label="${`Changes of ${table.path}`}">
    ${table.layout === 'split' ? SPLIT_COLUMNS : UNIFIED_COLUMNS}${join(bodies)}
  </table>`;
}

const UNIFIED_COLUMNS = html`<colgroup>
  <col class="no" />
  <col class="no" />
  <col />
</colgroup>`;
const SPLIT_COLUMNS = html`<colgroup>
  <col class="no" />
  <col />
  <col class="no" />
  <col />
</colgroup>`;

interface GapPlace {
  readonly table: HunkTable;
  readonly hunk: DiffHunk;
  readonly columns: number;
}

type Between = { readonly from: number; readonly to: number };

function gapRows(
  { table, hunk, columns }: GapPlace,
  [old, made]: readonly [Between, Between],
): Html {
  const hidden = made.to - made.from;
  if (hidden <= 0 && hunk.section === '') return nothing;
  const more = hidden > 0 ? table.gap({ old, new: made }) : null;
  const many = hidden > 0 ? plural(hidden, 'line') : '';
  return html`<tbody class="gap">
    <tr>
      <td colspan="${columns}">
        <span class="gap-text">${many}</span>${more ?? nothing}<span class="section"
          >${trusted(visibleText(hunk.section))}</span
        >
      </td>
    </tr>
  </tbody>`;
}

function hunkRows(table: HunkTable, hunk: DiffHunk): Html {
  const rows = diffRows(hunk.lines);
  return table.layout === 'split'
    ? trusted(rows.map((row) => splitRow(table, row)).join(''))
    : trusted(
        unifiedLines(rows)
          .map((line) => unifiedRow(table, line))
          .join(''),
      );
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const;

// Rows are put together as text, without a blank between: there are thousands, and each blank within would be seen. What is
// put in is a number, a word of ours, or the markup of `codeMarkup`.

function unifiedRow(table: HunkTable, marked: MarkedLine): string {
  const { line } = marked;
  const sign = SIGNS[line.kind];
  const cells = `${number(line, 'old')}${number(line, 'new')}<td class="code" data-sign="${sign}">${code(table, marked)}</td>`;
  return `<tr${rowStart(table, line.kind, line.new)}>${cells}</tr>${below(table, [line], 3)}`;
}

function splitRow(table: HunkTable, { left, right }: DiffRow): string {
  const lines = (left === right ? [left?.line] : [left?.line, right?.line]).filter(
    (line) => line !== undefined,
  );
  const kind = left === right ? 'same' : 'change';
  const cells = `${side(table, left, 'old')}${side(table, right, 'new')}`;
  return `<tr${rowStart(table, kind, right?.line.new ?? null)}>${cells}</tr>${below(table, lines, 4)}`;
}

function rowStart({ target }: HunkTable, kind: string, line: number | null): string {
  return target !== null && line === target
    ? ` class="${kind} target" id="at"`
    : ` class="${kind}"`;
}

function side(table: HunkTable, marked: MarkedLine | null, which: 'old' | 'new'): string {
  if (marked === null) return '<td class="no"></td><td class="code none"></td>';
  const { line } = marked;
  return `${number(line, which)}<td class="code ${line.kind}" data-sign="${SIGNS[line.kind]}">${code(table, marked)}</td>`;
}

function number(line: DiffLine, which: 'old' | 'new'): string {
  const at = line[which];
  return at === null ? '<td class="no"></td>' : `<td class="no" data-${which}="${at}"></td>`;
}

function code({ colours }: HunkTable, { line, marks }: MarkedLine): string {
  const tokens =
    line.new === null ? colours.old?.[(line.old ?? 0) - 1] : colours.new?.[line.new - 1];
  const markup = codeMarkup({ text: line.text, tokens: tokens ?? null, marks });
  const cut = line.cut > 0 ? `<span class="cut">… ${line.cut} more characters</span>` : '';
  const end = line.unended ? '<span class="cut">no newline at the end</span>' : '';
  return `${markup}${cut}${end}`;
}

function below(table: HunkTable, lines: readonly DiffLine[], columns: number): string {
  const said = lines.map((line) => table.below(line)).filter((one) => one !== null);
  if (said.length === 0) return '';
  return `<tr class="talk"><td colspan="${columns}">${join(said).toString()}</td></tr>`;
}
