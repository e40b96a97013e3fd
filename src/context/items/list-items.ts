/** Items with where they stand, as lists, boards and scripts get them. */
import type { Staleness } from '../../ledger/item-facts.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { Item, ItemStanding } from '../../words/item.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { surveyItems, type StandingItem } from './survey-items.ts';

export interface ItemFilter {
  /** Also what is over, declined, or was never used. */
  readonly all: boolean;
  readonly staleOnly: boolean;
  readonly routine: string | null;
  /** Default: two weeks. */
  readonly staleAfterMs?: number;
}

/** An item as it is stored, and where it stands. Fields may be added. */
export interface ItemView extends Item {
  readonly standing: ItemStanding;
  readonly because: string;
  /** Facts say that it is over; closing it is for a person. */
  readonly proposesClosing: boolean;
  readonly stale: Staleness | null;
  readonly children: readonly ItemKey[];
  readonly blocks: readonly ItemKey[];
}

/** In the order of their keys. */
export async function listItems(
  workspace: Workspace,
  filter: ItemFilter,
): Promise<{ readonly items: readonly ItemView[]; readonly total: number }> {
  const { staleAfterMs } = filter;
  const every = await surveyItems(workspace, staleAfterMs === undefined ? {} : { staleAfterMs });
  const items = every.map(toItemView).filter((view) => isShown(view, filter));
  return { items, total: every.length };
}

export function toItemView({ item, standing, children, blocks }: StandingItem): ItemView {
  return {
    ...item,
    parent: item.parent ?? null,
    links: item.links ?? [],
    files: item.files ?? [],
    closed: item.closed ?? null,
    history: item.history ?? [],
    ...standing,
    children,
    blocks,
  };
}

function isShown(view: ItemView, { all, staleOnly, routine }: ItemFilter): boolean {
  if (routine !== null && view.routine !== routine) return false;
  if (staleOnly) return view.stale !== null;
  return all || view.state === 'open' || view.state === 'proposed';
}
