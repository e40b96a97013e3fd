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
import { oneLine } from '../words/text.ts';
import { isLeftOut, stateAt } from './finding-life.ts';
import { carries, fingerprintsOf } from './finding-verdict.ts';
import type { BranchPlace } from './item-branches.ts';
import {
  type Standing,
  type TiedFinding,
  type TiedRun,
  type TiedSession,
  STALE_AFTER_MS,
} from './item-facts.ts';
import { allStandings } from './item-standing.ts';
import { type BranchesSeen, type ItemTies, tieBranches } from './tie-branches.ts';

// What belongs to which item: what people tied to it, and what ties itself: runs that were started for it or asked for it,
// branches of those, branches whose commits cover its findings, sessions that work on such a branch or name its key. Pure.

export interface Surroundings {
  /** Parts of runs included, newest first. */
  readonly runs: readonly RunView[];
  /** Those that have not started. */
  readonly slots: readonly SlotRecord[];
  readonly findings: readonly Finding[];
  readonly sessions: readonly Session[];
  readonly branches: BranchesSeen;
  /** For people, of a run that ended; and whether it went well. */
  readonly outcomeOf: (run: RunView) => { readonly words: string; readonly well: boolean };
}

/** By key. */
export function tieItems(
  items: readonly Item[],
  around: Surroundings,
): ReadonlyMap<ItemKey, ItemTies> {
  const findingsOf = findingsByItem(around.findings);
  const runsOf = runsByItem(items, around.runs);
  return new Map(
    items.map((item) => {
      const near = runsOf(item);
      const runs = tiedRuns(item, { ...around, runs: near });
      const own = findingsOf(item);
      const tied = own.map(tiedFinding);
      const branches = tieBranches(item, {
        runs: around.runs,
        near,
        findings: own,
        seen: around.branches,
      });
      const names = new Set(branches.map(({ name }) => name));
      const queued = around.slots
        .filter((record) => record.item === item.key)
        .map(({ routine, slot }) => ({ routine, at: slot.scheduledFor }));
      const sessions = tiedSessions(item, names, around);
      return [item.key, { runs, queued, branches, findings: tied, sessions }];
    }),
  );
}

/** Looked up, not searched: there may be thousands of both. */
function findingsByItem(findings: readonly Finding[]): (item: Item) => readonly Finding[] {
  const byName = new Map<string, Finding[]>();
  for (const finding of findings) {
    const names = new Set([...fingerprintsOf(finding), finding.item ?? '']);
    for (const name of names) byName.set(name, [...(byName.get(name) ?? []), finding]);
  }
  return (item) => {
    const named = [item.key, ...item.findings].flatMap((name) => byName.get(name) ?? []);
    return [...new Set(named)].filter((finding) => carries(item, finding));
  };
}

/** Looked up as well: all that name the item, that it names, and parts of those, in the order of `runs`. */
function runsByItem(
  items: readonly Item[],
  runs: readonly RunView[],
): (item: Item) => readonly RunView[] {
  const byName = new Map<string, number[]>();
  for (const name of items.flatMap(runNames)) byName.set(name, []);
  for (const [at, { id, item, part }] of runs.entries()) {
    byName.get(id)?.push(at);
    if (item !== null) byName.get(item.key)?.push(at);
    if (part !== null) byName.get(part.of)?.push(at);
  }
  return (item) => {
    const found = new Set(runNames(item).flatMap((name) => byName.get(name) ?? []));
    return [...found].toSorted((a, b) => a - b).flatMap((at) => runs[at] ?? []);
  };
}

function runNames({ key, run, links = [] }: Item): readonly string[] {
  return [key, run ?? '', ...links.flatMap(({ kind, id }) => (kind === 'run' ? [id] : []))];
}

/** Of an item that a run is for, and of one that a run asked for. */
function tiedRuns(item: Item, { runs, outcomeOf }: Surroundings): readonly TiedRun[] {
  const linked = new Set(
    (item.links ?? []).flatMap(({ kind, id }) => (kind === 'run' ? [id] : [])),
  );
  return runs.flatMap((view): readonly TiedRun[] => {
    const role = roleOf(item, view, linked);
    if (role === null || view.part !== null) return [];
    const { words, well } = outcomeOf(view);
    return [
      {
        id: view.id,
        routine: view.routine,
        role,
        state: view.state,
        outcome: oneLine(words, 120),
        well,
        at: view.endedAt ?? view.startedAt ?? view.slot.scheduledFor,
      },
    ];
  });
}

function roleOf(item: Item, view: RunView, linked: ReadonlySet<string>): TiedRun['role'] | null {
  if (view.item?.key === item.key) return view.item.purpose === 'plan' ? 'plans' : 'works';
  if (linked.has(view.id)) return 'works';
  return view.id === item.run ? 'proposed' : null;
}

/** A run's own session is told by the run. */
function tiedSessions(
  item: Item,
  branches: ReadonlySet<string>,
  { sessions }: Surroundings,
): readonly TiedSession[] {
  const linked = new Set(
    (item.links ?? []).flatMap(({ kind, id }) => (kind === 'session' ? [id] : [])),
  );
  const named = new RegExp(`\\b${item.key}\\b`);
  return sessions
    .filter(
      ({ id, runId, branch, title }) =>
        linked.has(id) ||
        (runId === null && ((branch !== null && branches.has(branch)) || named.test(title))),
    )
    .map(({ id, engine, state, lastActivityAt }) => ({ id, engine, state, lastActivityAt }));
}

function tiedFinding(finding: Finding): TiedFinding {
  const { id, title, resolvedAt, verdict } = finding;
  const state = isLeftOut(finding) ? 'known' : finding.state;
  const dismissedAt = state === 'dismissed' ? (verdict?.at ?? null) : null;
  return { id, title, state, resolvedAt, dismissedAt };
}

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
