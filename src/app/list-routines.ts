/** The routines with next slot and last outcome. On the quick path: no yaml, no zod, no git. */
import type { Problem } from '../domain/problem.ts';
import type { RunView } from '../domain/run.ts';
import type { Trigger } from '../domain/trigger.ts';
import type { CatalogEntry } from '../routines/catalog.ts';
import type { Workspace } from './contract.ts';
import { readCatalog } from './definitions.ts';
import { firstOf } from './next-slots.ts';

export interface ListedRoutine {
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  /** Enabled and without problems. */
  readonly active: boolean;
  readonly paused: boolean;
  readonly triggers: readonly Trigger[];
  /** The next slot, ISO 8601 UTC; `null` without a schedule ahead, or while it is not active. */
  readonly next: string | null;
  readonly lastRun: Pick<RunView, 'id' | 'state' | 'result'> | null;
  readonly problems: readonly Problem[];
}

export interface RoutineListing {
  readonly routine: ListedRoutine;
  /** The whole of `routine.lastRun`. */
  readonly lastRun: RunView | null;
}

/** In the order of their ids; broken ones too. */
export async function listRoutines(workspace: Workspace): Promise<{
  readonly listings: readonly RoutineListing[];
  /** Of roundsman.yaml, and of files that are no routine. */
  readonly problems: readonly Problem[];
}> {
  const [catalog, { views }] = await Promise.all([
    readCatalog(workspace),
    workspace.runs.listViews(),
  ]);
  const now = workspace.clock.now();
  const newest = new Map<string, RunView>();
  for (const view of views) if (!newest.has(view.routine)) newest.set(view.routine, view);
  const listings = catalog.entries.map((entry) => {
    const lastRun = newest.get(entry.id) ?? null;
    return { routine: toListed(entry, lastRun, now), lastRun };
  });
  return { listings, problems: catalog.workspaceProblems };
}

function toListed(entry: CatalogEntry, lastRun: RunView | null, now: Date): ListedRoutine {
  const { id } = entry;
  const routine = entry.kind === 'routine' ? entry.routine : null;
  const problems = entry.kind === 'broken' ? entry.problems : [];
  const enabled = routine?.enabled ?? false;
  const active = enabled && problems.length === 0;
  const triggers = routine?.triggers ?? [];
  const next = active ? firstOf(triggers, now) : null;
  return {
    id,
    name: routine?.name ?? id,
    enabled,
    active,
    // Nothing pauses routines as long as nothing starts them by itself.
    paused: false,
    triggers,
    next,
    lastRun:
      lastRun === null ? null : { id: lastRun.id, state: lastRun.state, result: lastRun.result },
    problems,
  };
}
