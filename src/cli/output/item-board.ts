/** The board in a terminal: columns side by side where they fit, else one under the other. Pure. */
import type { ItemView } from '../../context/items/list-items.ts';
import { boardOf } from '../../ledger/item-board.ts';
import type { ItemStanding } from '../../words/item.ts';
import { oneLine } from '../../words/text.ts';
import { displayWidth, fitText } from './display-width.ts';
import { standingStyle, formatStanding } from './item-columns.ts';
import type { Paint } from './style.ts';
import { wrapWords } from './wrap-words.ts';

export interface BoardLayout {
  readonly paint: Paint;
  /** `null`: no limit, as in a pipe; then the columns stand one under the other, and nothing is cut. */
  readonly width: number | null;
  readonly dropped: boolean;
}

type Card = Pick<ItemView, 'key' | 'title' | 'standing' | 'stale' | 'proposesClosing'>;
type Column = ReturnType<typeof boardOf<Card>>[number];

const GAP = '  ';
/** Narrower ones say nothing. */
const NARROWEST = 16;
const WIDEST = 36;
/** Of a title. */
const LINES = 2;
/** A column of a board is for looking at; the list has all of them. */
const MOST_CARDS = 12;

/** Lines, each ended by a newline. */
export function renderBoard(items: readonly Card[], layout: BoardLayout): string {
  const columns = boardOf(items, layout);
  const lines = sideBySide(columns, layout) ?? stacked(columns, layout);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

/** All columns, or at least those that hold something; `null` where that does not fit. */
function sideBySide(columns: readonly Column[], layout: BoardLayout): readonly string[] | null {
  const { width } = layout;
  if (width === null) return null;
  const filled = columns.filter(({ entries }) => entries.length > 0);
  const shown = [columns, filled].find((some) => some.length > 0 && widthOf(some, width) !== null);
  const each = shown === undefined ? null : widthOf(shown, width);
  if (shown === undefined || each === null) return null;
  const heads = shown.map((column) => cell(headOf(column), each, layout, column.column));
  const cells = shown.map(({ column, entries }) => cardsOf(column, entries, each, layout));
  const height = Math.max(...cells.map((lines) => lines.length));
  const rows = Array.from({ length: height }, (_one, row) =>
    cells.map((lines) => lines[row] ?? ' '.repeat(each)).join(GAP),
  );
  return [heads.join(GAP), ...rows, ...leftOut(columns, shown, width)];
}

function widthOf(columns: readonly Column[], width: number): number | null {
  const each = Math.floor((width - GAP.length * (columns.length - 1)) / columns.length);
  return each < NARROWEST ? null : Math.min(each, WIDEST);
}

function leftOut(
  columns: readonly Column[],
  shown: readonly Column[],
  width: number,
): readonly string[] {
  const empty = columns.filter((column) => !shown.includes(column));
  if (empty.length === 0) return [];
  const words = `Empty: ${empty.map(({ column }) => formatStanding(column)).join(', ')}`;
  return ['', ...wrapWords(words, width)];
}

function headOf({ column, entries }: Column): string {
  return `${formatStanding(column).toUpperCase()} ${entries.length}`;
}

/* oxlint-disable-next-line eslint/max-params -- a column, and how much room it has */
function cardsOf(
  column: ItemStanding,
  cards: readonly Card[],
  width: number,
  layout: BoardLayout,
): readonly string[] {
  const shown = cards.slice(0, MOST_CARDS).flatMap((card) => {
    const title = titleLines(card, width - 1).map((line) => cell(` ${line}`, width, layout, null));
    return [cell(cardHead(card), width, layout, column), ...title];
  });
  const more = cards.length - MOST_CARDS;
  return more > 0 ? [...shown, cell(`… and ${more} more`, width, layout, 'dropped')] : shown;
}

function cardHead({ key, stale, proposesClosing }: Card): string {
  const mark = proposesClosing ? ' · close?' : stale === null ? '' : ' · stale';
  return `${key}${mark}`;
}

function titleLines({ title }: Card, width: number): readonly string[] {
  const lines = wrapWords(oneLine(title, 300), width);
  if (lines.length <= LINES) return lines.map((line) => fitText(line, width));
  const last = lines.slice(LINES - 1).join(' ');
  return [...lines.slice(0, LINES - 1), last].map((line) => fitText(line, width));
}

/* oxlint-disable-next-line eslint/max-params -- a text, its room and its look */
function cell(
  text: string,
  width: number,
  { paint }: BoardLayout,
  standing: ItemStanding | null,
): string {
  const fitted = fitText(text, width);
  const style = standing === null ? null : standingStyle(standing);
  const shown = style === null ? fitted : paint(style, fitted);
  return shown + ' '.repeat(Math.max(0, width - displayWidth(fitted)));
}

function stacked(columns: readonly Column[], layout: BoardLayout): readonly string[] {
  const { paint, width } = layout;
  return columns.flatMap((column, index) => {
    const lines = column.entries.map((card) => {
      const title = oneLine(card.title, 300);
      const line = `  ${cardHead(card)}  ${title}`;
      return width === null ? line : fitText(line, width);
    });
    const style = standingStyle(column.column);
    const head = headOf(column);
    const painted = style === null ? paint('strong', head) : paint(style, head);
    return [...(index === 0 ? [] : ['']), painted, ...lines];
  });
}
