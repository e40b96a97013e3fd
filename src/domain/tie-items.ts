/**
 * What belongs to which item: what people tied to it, and what ties itself: runs that were started for it or asked for it,
 * branches of those, branches whose commits cover its findings, sessions that work on such a branch or name its key. Pure.
 */
import type { Finding } from './finding.ts';
import { groupBy } from './group-by.ts';
import type { ItemKey } from './ids.ts';
import type { TiedFinding, TiedRun, TiedSession } from './item-facts.ts';
import type { Item } from './item.ts';
import type { RunView } from './run.ts';
import type { Session } from './session.ts';
import { oneLine } from './text.ts';
import { tieBranches, type BranchesSeen } from './tie-branches.ts';
import type { ItemTies } from './tie-branches.ts';

export interface Surroundings {
  /** Parts of runs included, newest first. */
  readonly runs: readonly RunView[];
  readonly findings: readonly Finding[];
  readonly sessions: readonly Session[];
  readonly branches: BranchesSeen;
  /** For people, of a run that ended; and whether it went well. */
  readonly outcomeOf: (run: RunView) => { readonly words: string; readonly well: boolean };
}

/** By key. `at` is now, for snoozes. */
export function tieItems(
  items: readonly Item[],
  around: Surroundings,
): ReadonlyMap<ItemKey, ItemTies> {
  const byFingerprint = groupBy(around.findings, ({ fingerprint }) => fingerprint);
  return new Map(
    items.map((item) => {
      const runs = tiedRuns(item, around);
      const findings = item.findings.flatMap((one) => byFingerprint.get(one) ?? []);
      const own = findings.filter(
        ({ routine }) => item.routine === null || routine === item.routine,
      );
      const tied = own.map(tiedFinding);
      const branches = tieBranches(item, {
        runs: around.runs,
        findings: own,
        seen: around.branches,
      });
      const names = new Set(branches.map(({ name }) => name));
      return [
        item.key,
        { runs, branches, findings: tied, sessions: tiedSessions(item, names, around) },
      ];
    }),
  );
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
