/** All items with where they stand, from what runs, branches, sessions and findings say. Changes nothing. */
import { allStandings } from '../../domain/all-standings.ts';
import { stateAt } from '../../domain/finding-life.ts';
import type { Finding } from '../../domain/finding.ts';
import type { ItemKey } from '../../domain/ids.ts';
import type { Standing } from '../../domain/item-facts.ts';
import { STALE_AFTER_MS } from '../../domain/item-stale.ts';
import type { Item } from '../../domain/item.ts';
import type { RunView } from '../../domain/run.ts';
import type { Session } from '../../domain/session.ts';
import type { BranchesSeen, ItemTies } from '../../domain/tie-branches.ts';
import { tieItems } from '../../domain/tie-items.ts';
import type { Workspace } from '../contract.ts';
import { outcomeWords, wentWell } from '../run-outcome.ts';
import { lookAtBranches } from './look-at-branches.ts';
import { openSessions } from './open-sessions.ts';

export interface StandingItem {
  readonly item: Item;
  readonly standing: Standing;
  readonly ties: ItemTies;
  /** Sub-items, and what waits for it. */
  readonly children: readonly ItemKey[];
  readonly blocks: readonly ItemKey[];
}

export interface SurveyOptions {
  /** Default: two weeks. */
  readonly staleAfterMs?: number;
}

const NOTHING_SEEN: BranchesSeen = {
  heads: new Map(),
  landedHeads: new Set(),
  covered: new Map(),
  landed: [],
};
const NO_TIES: ItemTies = { runs: [], queued: [], branches: [], sessions: [], findings: [] };

/** In the order of their keys. */
export async function surveyItems(
  workspace: Workspace,
  { staleAfterMs = STALE_AFTER_MS }: SurveyOptions = {},
): Promise<readonly StandingItem[]> {
  const items = await workspace.items.list();
  const live = items.filter(({ state }) => state === 'open' || state === 'closed');
  const now = workspace.clock.now().toISOString();
  const ties =
    live.length === 0 ? new Map<ItemKey, ItemTies>() : await tiesOf(workspace, live, now);
  const standings = allStandings(items, ({ key }) => {
    return { now, staleAfterMs, ...(ties.get(key) ?? NO_TIES) };
  });
  return items.flatMap((item): readonly StandingItem[] => {
    const standing = standings.get(item.key);
    if (standing === undefined) return [];
    return [
      {
        item,
        standing,
        ties: ties.get(item.key) ?? NO_TIES,
        children: items.filter(({ parent }) => parent === item.key).map(({ key }) => key),
        blocks: items.filter((other) => waitsFor(other, item.key)).map(({ key }) => key),
      },
    ];
  });
}

function waitsFor({ links = [] }: Item, key: ItemKey): boolean {
  return links.some(({ kind, id }) => kind === 'blocked-by' && id === key);
}

async function tiesOf(
  workspace: Workspace,
  items: readonly Item[],
  now: string,
): Promise<ReadonlyMap<ItemKey, ItemTies>> {
  const { views: runs } = await workspace.runs.listViews({ parts: true });
  const slots = (await workspace.slots.listOpen()).filter(({ item }) => (item ?? null) !== null);
  const findings = await findingsAt(workspace, now);
  const sessions = await openSessions(workspace);
  const branches = await branchesFor(workspace, { items, runs, sessions });
  const outcomeOf = (run: RunView): { words: string; well: boolean } => ({
    words: outcomeWords(run),
    well: wentWell(run),
  });
  return tieItems(items, { runs, slots, findings, sessions, branches, outcomeOf });
}

async function findingsAt(workspace: Workspace, now: string): Promise<readonly Finding[]> {
  const every = await workspace.findings.listAll();
  return every.map((finding) => ({ ...finding, state: stateAt(finding, now) }));
}

/** git is asked only where somebody could have worked on an item. */
async function branchesFor(
  workspace: Workspace,
  around: {
    readonly items: readonly Item[];
    readonly runs: readonly RunView[];
    readonly sessions: readonly Session[];
  },
): Promise<BranchesSeen> {
  const { items, runs } = around;
  const open = items.filter(({ state }) => state === 'open');
  const keys = new Set(items.map(({ key }) => key));
  const linked = new Set(
    items.flatMap(({ links = [] }) =>
      links.flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
    ),
  );
  const wanted = (run: RunView): boolean =>
    linked.has(run.id) ||
    (run.part !== null && linked.has(run.part.of)) ||
    (run.item?.purpose === 'work' && keys.has(run.item.key));
  const hasBranches =
    runs.some((run) => run.branch !== null) ||
    items.some(({ links = [] }) => links.some(({ kind }) => kind === 'branch')) ||
    open.some(({ findings }) => findings.length > 0);
  if (!hasBranches) return NOTHING_SEEN;
  const since = open.reduce(
    (oldest, { createdAt }) => (createdAt < oldest ? createdAt : oldest),
    workspace.clock.now().toISOString(),
  );
  return lookAtBranches(workspace, { runs, wanted, since });
}
