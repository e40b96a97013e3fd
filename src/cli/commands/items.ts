import { type ItemView, listItems } from '../../context/items/list-items.ts';
import { boardOf } from '../../ledger/item-facts.ts';
import { parseDuration } from '../../words/duration.ts';
import { AppError } from '../../words/errors.ts';
import type { ItemStanding } from '../../words/item.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { formatStanding, itemColumns, itemNote, standingStyle } from '../output/item-columns.ts';
import { openPage, type Page } from '../output/page.ts';
import type { Paint } from '../output/style.ts';
import { displayWidth, fitText, wrapWords } from '../output/text-width.ts';
import { writeJson } from '../output/write-json.ts';

// The board in a terminal: columns side by side where they fit, else one under the other. Pure.

interface BoardLayout {
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

export async function itemsCommand(call: CommandCall): Promise<number> {
  const { options, terminal } = call;
  const [all, board, staleOnly] = [
    options.flag('all'),
    options.flag('board'),
    options.flag('stale'),
  ];
  const routine = options.text('routine');
  const staleAfterMs = staleAfter(call);
  const workspace = await openWorkspace(call);
  const { items, total } = await listItems(workspace, {
    all,
    staleOnly,
    routine,
    ...(staleAfterMs === null ? {} : { staleAfterMs }),
  });
  if (call.json) {
    writeJson(terminal, items);
    return 0;
  }
  const page = openPage(terminal);
  if (items.length === 0) {
    page.line(emptyWords({ total, staleOnly, routine }));
    return 0;
  }
  if (board) {
    const width = terminal.outIsTerminal ? terminal.columns : null;
    terminal.out(renderBoard(items, { paint: page.paint, width, dropped: all }));
  } else {
    page.table(itemColumns(call.clock.now(), items), items, itemNote);
  }
  writeCounts(page, items, staleOnly);
  return 0;
}

/** How long nothing may happen to an item before it is called stale; `null`: as usual. */
export function staleAfter({ options }: Pick<CommandCall, 'options'>): number | null {
  const text = options.text('staleAfter');
  if (text === null) return null;
  const ms = parseDuration(text);
  if (ms !== null && ms > 0) return ms;
  throw new AppError('usage', {
    code: 'bad-duration',
    message: `--stale-after ${oneLine(text, 40)} is not a duration`,
    hint: 'Write it as in 12h or 30d.',
  });
}

function emptyWords(asked: {
  readonly total: number;
  readonly staleOnly: boolean;
  readonly routine: string | null;
}): string {
  const { total, staleOnly, routine } = asked;
  if (total === 0)
    return 'No items yet. Make one: roundsman items new "…"\nRuns propose them too, and you approve them: roundsman requests';
  if (staleOnly) return 'Nothing is stale.';
  if (routine !== null)
    return `Nothing is open of ${oneLine(routine, 80)}. \`roundsman items --all\` shows what is over.`;
  return 'Nothing is open. `roundsman items --all` shows what is over.';
}

function writeCounts(page: Page, items: readonly ItemView[], staleOnly: boolean): void {
  const stale = items.filter((item) => item.stale !== null).length;
  const over = items.filter((item) => item.proposesClosing).length;
  const parts = [
    plural(items.length, 'item'),
    ...(stale === 0 || staleOnly ? [] : [`${stale} stale: roundsman items --stale`]),
    ...(over === 0 ? [] : [`${over} that facts say are over`]),
  ];
  page.line();
  page.line(parts.join(' · '));
}
