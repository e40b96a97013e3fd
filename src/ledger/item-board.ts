/** The columns of a board, in the order in which work goes. Pure. */
import { groupBy } from '../words/group-by.ts';
import type { ItemStanding } from '../words/item.ts';

const BOARD_COLUMNS = [
  'proposed',
  'todo',
  'blocked',
  'in-progress',
  'in-review',
  'landed',
  'done',
] as const satisfies readonly ItemStanding[];

/** Every item stands in one column, in the order given; what was dropped is in none, unless `dropped` asks for it. */
export function boardOf<Entry extends { readonly standing: ItemStanding }>(
  entries: readonly Entry[],
  { dropped }: { readonly dropped: boolean },
): readonly { readonly column: ItemStanding; readonly entries: readonly Entry[] }[] {
  const groups = groupBy(entries, ({ standing }) => standing);
  const columns: readonly ItemStanding[] = dropped ? [...BOARD_COLUMNS, 'dropped'] : BOARD_COLUMNS;
  return columns.map((column) => ({ column, entries: groups.get(column) ?? [] }));
}
