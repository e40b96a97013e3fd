/**
 * What belongs to which item: what people tied to it, and what ties itself: runs that were started for it or asked for it,
 * branches of those, branches whose commits cover its findings, sessions that work on such a branch or name its key. Pure.
 */
import type { Finding } from '../words/finding.ts';
import type { ItemKey } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import type { RunView } from '../words/run.ts';
import type { Session } from '../words/session.ts';
import type { SlotRecord } from '../words/slot.ts';
import { oneLine } from '../words/text.ts';
import { carries } from './carried-findings.ts';
import { fingerprintsOf } from './finding-history.ts';
import type { TiedFinding, TiedRun, TiedSession } from './item-facts.ts';
import { tieBranches, type BranchesSeen } from './tie-branches.ts';
import type { ItemTies } from './tie-branches.ts';

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

function tiedFinding({ id, title, state, resolvedAt, verdict }: Finding): TiedFinding {
  const dismissedAt = state === 'dismissed' ? (verdict?.at ?? null) : null;
  return { id, title, state, resolvedAt, dismissedAt };
}
