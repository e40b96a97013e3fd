/** Items with where they stand, as lists, boards and scripts get them. */
import type { Staleness } from '../../ledger/item-facts.ts';
import { surveyItems as survey, type StandingItem } from '../../ledger/item-survey.ts';
import type { WantedRun } from '../../store/ports.ts';
import type { ItemKey } from '../../words/ids.ts';
import type { Item, ItemStanding } from '../../words/item.ts';
import type { Workspace } from '../../workspace/contract.ts';

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

// All items of a workspace with where they stand. Changes nothing, fetches nothing.
export type { StandingItem };

export interface SurveyOptions {
  /** Default: two weeks. */
  readonly staleAfterMs?: number;
}

/** In the order of their keys. */
export async function surveyItems(
  workspace: Workspace,
  options: SurveyOptions = {},
): Promise<readonly StandingItem[]> {
  const items = await workspace.items.list();
  return survey({
    ...options,
    items,
    now: workspace.clock.now(),
    sources: {
      runs: async () => {
        const only = namedBy(items);
        return (await workspace.runs.listViews({ parts: true, only })).views;
      },
      slots: () => workspace.slots.listOpen(),
      findings: () => workspace.findings.listAll(),
      // Slow to load, and asked for only where there are items.
      sessions: async () => (await import('./open-sessions.ts')).sessionsForItems(workspace, items),
      branches: async () => (await import('./branch-place.ts')).branchPlace(workspace),
    },
  });
}

/** Runs that may have to do with an item: every other one says nothing of it. */
function namedBy(items: readonly Item[]): (run: WantedRun) => boolean {
  const named = new Set<string>(
    items.flatMap(({ run, links = [] }) => [
      run ?? '',
      ...links.flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
    ]),
  );
  return ({ id, branch, item, part }) =>
    branch !== null || item !== null || named.has(id) || named.has(part?.of ?? '');
}
