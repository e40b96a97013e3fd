import { listItems, type ItemView } from '../../context/items/list-items.ts';
import { parseDuration } from '../../words/duration.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { renderBoard } from '../output/item-board.ts';
import { itemColumns, itemNote } from '../output/item-columns.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

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
