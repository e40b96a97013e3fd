/**
 * The routines with next slot and last outcome: those that are active, and those that only stand in the working tree. On
 * the quick path: no yaml, no zod, and git only where a branch and its upstream differ.
 */
import { activeById, shortRef, type ActiveRoutine } from '../routines/active-routines.ts';
import { readActivity } from '../routines/active/read-activity.ts';
import type { CatalogEntry } from '../routines/catalog.ts';
import { readCatalog } from '../routines/definitions.ts';
import { firstOf } from '../routines/next-slots.ts';
import type { Problem } from '../routines/rules/problem.ts';
import { unpushedCommits, type UnpushedCommits } from '../routines/unpushed-commits.ts';
import { isRoutineId } from '../words/ids.ts';
import type { RunView } from '../words/run.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import type { Trigger } from '../words/trigger.ts';
import type { Workspace } from '../workspace/contract.ts';
import { isPlanned } from './ask-daemon.ts';
import { pauseView, startsAfter, type PauseView } from './format-schedule.ts';

interface ListedRoutine {
  readonly id: string;
  /** This, `enabled` and `triggers` are those of the active version where there is one. */
  readonly name: string;
  readonly enabled: boolean;
  /** Started by itself when it is due, as long as a daemon runs and it is not paused. */
  readonly active: boolean;
  readonly paused: boolean;
  readonly triggers: readonly Trigger[];
  /** The next slot, ISO 8601 UTC; `null` without a schedule ahead, or while it is not active or paused. */
  readonly next: string | null;
  readonly lastRun: Pick<RunView, 'id' | 'state' | 'result'> | null;
  /** Of the version at the ref, and of the one in the working tree. */
  readonly problems: readonly Problem[];
  /** Where the active version comes from; `null`: there is none. */
  readonly source: 'ref' | 'enabled' | null;
  /** How the working tree differs from what is active; `null`: it does not. */
  readonly local: 'new' | 'changed' | 'missing' | null;
  readonly pause: PauseView | null;
}

export interface RoutineListing {
  readonly routine: ListedRoutine;
  /** The whole of `routine.lastRun`. */
  readonly lastRun: RunView | null;
  /** Broken where it counts: there goes on what was good last, if there was something. */
  readonly isBrokenThere: boolean;
  readonly isBrokenHere: boolean;
}

export interface RoutineList {
  /** In the order of their ids; broken ones too. */
  readonly listings: readonly RoutineListing[];
  /** Of roundsman.yaml, here or at the ref, of the ref itself, and of files that are no routine. */
  readonly problems: readonly Problem[];
  /** Where definitions are taken from, as people say it: `main`. */
  readonly ref: string | null;
  /** Of that ref; `null`: runs start from the same commit. */
  readonly unpushed: UnpushedCommits | null;
  readonly daemon: boolean;
}

/** Among so many of the newest runs is one of most routines. */
const RECENT = 500;

export async function listRoutines(workspace: Workspace): Promise<RoutineList> {
  const [state, catalog, { views }, pauses, daemon] = await Promise.all([
    readActivity(workspace),
    readCatalog(workspace),
    workspace.runs.listViews({ limit: RECENT }),
    workspace.pauses.list(workspace.clock.now().toISOString()),
    isPlanned(workspace),
  ]);
  const active = activeById(state);
  const paused = new Map<string, Pause>(pauses.map((pause) => [pause.routine, pause]));
  const here = hereById(catalog.entries);
  const problemsThere = new Map<string, readonly Problem[]>();
  for (const { id, problems } of state.broken) {
    problemsThere.set(id, [...(problemsThere.get(id) ?? []), ...problems]);
  }
  const next = nextSlots(workspace.clock.now());
  const ids = new Set([...active.keys(), ...here.keys(), ...problemsThere.keys()]);
  const newest = await newestByRoutine(workspace, views, ids);
  const listings = [...ids].toSorted().map((id) =>
    toListing({
      id,
      active: active.get(id) ?? null,
      here: here.get(id) ?? null,
      problemsThere: problemsThere.get(id) ?? [],
      pause: paused.get(id) ?? null,
      lastRun: newest.get(id) ?? null,
      isBare: workspace.location.bare,
      next,
    }),
  );
  return {
    listings,
    problems: withoutRepeats([...state.problems, ...catalog.workspaceProblems]),
    ref: state.definitions === null ? null : shortRef(state.definitions.ref),
    unpushed: await unpushedCommits(workspace, state.definitions),
    daemon,
  };
}

interface Found {
  readonly id: string;
  readonly active: ActiveRoutine | null;
  /** In the working tree. */
  readonly here: CatalogEntry | null;
  readonly problemsThere: readonly Problem[];
  readonly pause: Pause | null;
  readonly lastRun: RunView | null;
  /** Without a working tree. */
  readonly isBare: boolean;
  readonly next: (triggers: readonly Trigger[], pause: Pause | null) => string | null;
}

function toListing(found: Found): RoutineListing {
  const { id, active, here, problemsThere, pause, lastRun } = found;
  const local = here?.kind === 'routine' ? here.routine : null;
  const routine = active?.routine ?? local;
  const problemsHere = here?.kind === 'broken' ? here.problems : [];
  const isActive = active?.routine.enabled === true;
  return {
    routine: {
      id,
      name: routine?.name ?? id,
      enabled: routine?.enabled ?? false,
      active: isActive,
      paused: pause !== null,
      triggers: routine?.triggers ?? [],
      next: isActive ? found.next(active.routine.triggers, pause) : null,
      lastRun:
        lastRun === null ? null : { id: lastRun.id, state: lastRun.state, result: lastRun.result },
      problems: withoutRepeats([...problemsThere, ...problemsHere]),
      source: active === null ? null : active.source === 'enabled' ? 'enabled' : 'ref',
      local: localWord(found),
      pause: pause === null ? null : pauseView(pause),
    },
    lastRun,
    isBrokenThere: problemsThere.length > 0,
    isBrokenHere: problemsHere.length > 0,
  };
}

/** Routines that are due at the same times share their triggers, and are reckoned once. */
function nextSlots(now: Date): Found['next'] {
  const known = new Map<readonly Trigger[], string | null>();
  return (triggers, pause) => {
    const after = startsAfter(pause, now);
    if (after === null) return null;
    if (pause !== null) return firstOf(triggers, new Date(after));
    const next = known.get(triggers) ?? firstOf(triggers, now);
    known.set(triggers, next);
    return next;
  };
}

function localWord({ active, here, problemsThere, isBare }: Found): ListedRoutine['local'] {
  if (here === null) return isBare ? null : 'missing';
  if (here.kind === 'broken') {
    if (problemsThere.length > 0) return null;
    return active === null ? 'new' : 'changed';
  }
  if (active === null) return problemsThere.length > 0 ? 'changed' : 'new';
  return active.definition === here.hash ? null : 'changed';
}

/** Two files of one id are one broken routine. */
function hereById(entries: readonly CatalogEntry[]): ReadonlyMap<string, CatalogEntry> {
  const here = new Map<string, CatalogEntry>();
  for (const entry of entries) {
    const twin = here.get(entry.id);
    if (twin?.kind === 'broken' && entry.kind === 'broken') {
      here.set(entry.id, { ...twin, problems: [...twin.problems, ...entry.problems] });
    } else {
      here.set(entry.id, entry);
    }
  }
  return here;
}

async function newestByRoutine(
  { runs }: Workspace,
  views: readonly RunView[],
  ids: Iterable<string>,
): Promise<ReadonlyMap<string, RunView>> {
  const newest = new Map<string, RunView>();
  for (const view of views) if (!newest.has(view.routine)) newest.set(view.routine, view);
  if (views.length < RECENT) return newest;
  // Of one that ran long ago.
  for (const id of ids) {
    if (newest.has(id) || !isRoutineId(id)) continue;
    const [last] = (await runs.listViews({ routine: id, limit: 1 })).views;
    if (last !== undefined) newest.set(id, last);
  }
  return newest;
}

/** Most often the working tree and the ref hold the same file, with the same problems. */
function withoutRepeats(problems: readonly Problem[]): readonly Problem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify(problem), problem])).values()];
}
