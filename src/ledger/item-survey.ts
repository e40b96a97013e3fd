/**
 * All items with where they stand, from what runs, branches, sessions and findings say: one survey for people and for
 * briefs, so that both are told the same. Changes nothing.
 */
import type { Finding } from '../words/finding.ts';
import { groupBy } from '../words/group-by.ts';
import type { ItemKey } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import { formatOutcome, wentWell } from '../words/run-outcome.ts';
import type { RunView } from '../words/run.ts';
import type { Session } from '../words/session.ts';
import type { SlotRecord } from '../words/slot.ts';
import { allStandings } from './all-standings.ts';
import { stateAt } from './finding-life.ts';
import type { BranchPlace } from './item-branches.ts';
import type { Standing } from './item-facts.ts';
import { STALE_AFTER_MS } from './item-stale.ts';
import type { ItemTies } from './tie-branches.ts';
import { tieItems } from './tie-items.ts';

export interface StandingItem {
  readonly item: Item;
  readonly standing: Standing;
  readonly ties: ItemTies;
  /** Sub-items, and what waits for it. */
  readonly children: readonly ItemKey[];
  readonly blocks: readonly ItemKey[];
}

export interface ItemSurvey {
  readonly items: readonly Item[];
  readonly now: Date;
  /** Default: two weeks. */
  readonly staleAfterMs?: number;
  readonly sources: SurveySources;
}

/** Asked only when an item is open or closed. */
export interface SurveySources {
  /** Parts of others among them, newest first. */
  readonly runs: () => Promise<readonly RunView[]>;
  /** Those that have not started. */
  readonly slots: () => Promise<readonly SlotRecord[]>;
  readonly findings: () => Promise<readonly Finding[]>;
  readonly sessions: () => Promise<readonly Session[]>;
  readonly branches: () => Promise<BranchPlace>;
}

const NO_TIES: ItemTies = { runs: [], queued: [], branches: [], sessions: [], findings: [] };

/** In the order of `items`. */
export async function surveyItems(survey: ItemSurvey): Promise<readonly StandingItem[]> {
  const { items, staleAfterMs = STALE_AFTER_MS } = survey;
  const now = survey.now.toISOString();
  const ties = await tiesOf(survey, now);
  const standings = allStandings(items, ({ key }) => ({
    now,
    staleAfterMs,
    ...(ties.get(key) ?? NO_TIES),
  }));
  const children = groupBy(items, ({ parent }) => parent ?? '');
  return items.flatMap((item): readonly StandingItem[] => {
    const standing = standings.get(item.key);
    if (standing === undefined) return [];
    return [
      {
        item,
        standing,
        ties: ties.get(item.key) ?? NO_TIES,
        children: (children.get(item.key) ?? []).map(({ key }) => key),
        blocks: items.filter((other) => waitsFor(other, item.key)).map(({ key }) => key),
      },
    ];
  });
}

function waitsFor({ links = [] }: Item, key: ItemKey): boolean {
  return links.some(({ kind, id }) => kind === 'blocked-by' && id === key);
}

async function tiesOf(
  { items, sources }: ItemSurvey,
  now: string,
): Promise<ReadonlyMap<ItemKey, ItemTies>> {
  const live = items.filter(({ state }) => state === 'open' || state === 'closed');
  if (live.length === 0) return new Map();
  const [runs, open, every, sessions] = await Promise.all([
    sources.runs(),
    sources.slots(),
    sources.findings(),
    sources.sessions(),
  ]);
  const slots = open.filter(({ item }) => (item ?? null) !== null);
  const findings = every.map((finding) => ({ ...finding, state: stateAt(finding, now) }));
  // Git is slow to load, and most workspaces begin without an item.
  const { inspectBranches } = await import('./item-branches.ts');
  const branches = await inspectBranches({ items: live, runs, now }, sources.branches);
  return tieItems(live, {
    runs,
    slots,
    findings,
    sessions,
    branches,
    outcomeOf: (run) => ({ words: formatOutcome(run), well: wentWell(run) }),
  });
}
