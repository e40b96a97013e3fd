/** What ran in the last 24 hours, what was missed, and what comes in the next 24. */
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import { startsAfter } from '../../scheduler/pause-view.ts';
import type { RunView } from '../../words/run.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import type { Workspace } from '../../workspace/contract.ts';

export const DAY_MS = 86_400_000;

export interface Lane {
  readonly routine: string;
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Instants in ms of slots that did not start. */
  readonly missed: readonly number[];
  /** Instants in ms. */
  readonly ahead: readonly number[];
}

export interface Night {
  /** By name; those with nothing to show are left out. */
  readonly lanes: readonly Lane[];
  /** Routines that are defined, whether or not they are in a lane. */
  readonly routines: number;
  /** More ran than are shown. */
  readonly isCut: boolean;
}

const MOST_RUNS = 400;
/** Of one routine: one that is due each minute fills its lane anyway. */
const MOST_AHEAD = 48;
const MOST_MISSED = 48;
const calendar = sharedCalendar();

export async function readNight(workspace: Workspace, now: Date): Promise<Night> {
  const since = now.getTime() - DAY_MS;
  const from = new Date(since).toISOString();
  const [runs, slots, active, paused] = await Promise.all([
    runsSince(workspace, from),
    workspace.slots.list({ from, to: now.toISOString(), states: ['missed'] }),
    readActiveRoutines(workspace).catch(() => null),
    workspace.pauses.list(now.toISOString()),
  ]);
  const pauseOf = new Map<string, Pause>(paused.map((pause) => [pause.routine, pause]));
  const routines = active?.routines ?? [];
  const names = new Set<string>([
    ...routines.map(({ id }) => id),
    ...runs.views.map(({ routine }) => routine),
    ...slots.records.map(({ routine }) => routine),
  ]);
  const lanes = [...names].toSorted().map((routine): Lane => {
    const own = routines.find(({ id }) => id === routine);
    const from = startsAfter(pauseOf.get(routine), now);
    const ahead = (own?.enabled === true ? own.triggers : []).flatMap((trigger) =>
      trigger.kind === 'schedule' && from !== null
        ? calendar.between(trigger, {
            from,
            to: now.getTime() + DAY_MS,
            keep: MOST_AHEAD,
          }).instants
        : [],
    );
    return {
      routine,
      runs: runs.views.filter((run) => run.routine === routine),
      missed: slots.records
        .filter((slot) => slot.routine === routine)
        .slice(0, MOST_MISSED)
        .map(({ slot }) => Date.parse(slot.scheduledFor)),
      ahead: [...new Set(ahead)].toSorted((a, b) => a - b),
    };
  });
  return {
    lanes: lanes.filter((lane) => lane.runs.length + lane.missed.length + lane.ahead.length > 0),
    routines: routines.length,
    isCut: runs.isCut,
  };
}

/** Newest first. */
async function runsSince(
  { runs }: Workspace,
  from: string,
): Promise<{ readonly views: readonly RunView[]; readonly isCut: boolean }> {
  const { views } = await runs.listViews({
    limit: MOST_RUNS,
    only: ({ endedAt }) => endedAt === null || endedAt >= from,
  });
  return { views, isCut: views.length === MOST_RUNS };
}
