/** Slots of the past, queued for a daemon: instants of the active schedule that had no run, or none that went well. */
import { instantOf } from '../calendar/zone-offsets.ts';
import { readActiveRoutines, type ActiveRoutines } from '../routines/active-routines.ts';
import { AppError } from '../words/errors.ts';
import type { RunId } from '../words/ids.ts';
import { addDays, startOfLocalDay } from '../words/local-time.ts';
import { wentWell } from '../words/run-outcome.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord } from '../words/slot.ts';
import { closestWord, oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { sharedCalendar } from './calendar.ts';
import { planBackfill, type BackfillPlan, type LeftOut } from './plan-backfill.ts';

export type { LeftOut };

interface BackfillCall {
  readonly routine: string;
  /** Instants, local times or dates of the routine's zone, as typed. Both ends are inclusive. */
  readonly from: string;
  readonly to: string;
  readonly again: boolean;
  readonly dryRun: boolean;
  readonly max: number;
}

export interface Backfilled extends BackfillPlan {
  readonly routine: ScheduledRoutine;
  /** The zone of its first schedule, in which dates were read. */
  readonly timezone: string;
  /** The working tree has another definition, which was not taken. */
  readonly differs: boolean;
}

/** Throws `not-found`, `refused` (not active, disabled, no schedule, too many) and `usage` (instants). */
export async function backfillRoutine(
  workspace: Workspace,
  call: BackfillCall,
): Promise<Backfilled> {
  const active = await readActiveRoutines(workspace);
  const routine = activeRoutine(active, call.routine);
  const timezone = zoneOf(routine);
  const range = readRange(call, timezone);
  const { records } = await workspace.slots.list({
    routine: routine.id,
    from: new Date(range.from).toISOString(),
    to: new Date(range.to + 1).toISOString(),
  });
  const plan = planBackfill({
    ...call,
    ...range,
    routine,
    calendar: sharedCalendar(),
    now: workspace.clock.now().getTime(),
    slots: records,
    outcomeOf: await outcomesOf(workspace, routine),
  });
  const about = {
    routine,
    timezone,
    differs: active.local.some(({ id }) => id === routine.id),
  };
  return { ...about, ...(call.dryRun ? plan : await queue(workspace, plan)) };
}

/** Another process may have queued one of them meanwhile. */
async function queue(
  workspace: Workspace,
  { queued, leftOut }: BackfillPlan,
): Promise<BackfillPlan> {
  const made = await workspace.slots.createAll(queued);
  const late = queued.filter((_record, index) => made[index] !== true).map(knownAlready);
  return {
    queued: queued.filter((_record, index) => made[index] === true),
    leftOut: [...leftOut, ...late].toSorted((a, b) => (a.scheduledFor < b.scheduledFor ? -1 : 1)),
  };
}

function knownAlready({ slot }: SlotRecord): LeftOut {
  const reason = 'waits in the queue already';
  return { scheduledFor: slot.scheduledFor, reason, runId: null };
}

async function outcomesOf(
  workspace: Workspace,
  routine: ScheduledRoutine,
): Promise<(run: RunId) => 'well' | 'badly' | 'going-on' | 'unknown'> {
  const { views } = await workspace.runs.listViews({ routine: routine.id });
  const byId = new Map(views.map((view) => [view.id, view] as const));
  return (run) => {
    const view = byId.get(run);
    if (view === undefined) return 'unknown';
    if (view.state !== 'ended') return 'going-on';
    return wentWell(view) ? 'well' : 'badly';
  };
}

function activeRoutine({ routines, local, ref }: ActiveRoutines, id: string): ScheduledRoutine {
  const found = routines.find((routine) => routine.id === id);
  if (found !== undefined) {
    if (found.enabled) return found;
    throw new AppError('refused', {
      code: 'routine-disabled',
      message: `${id} is \`enabled: false\`: nothing starts it by itself, slots of the past neither`,
      hint: `Set \`enabled: true\`, or run it by hand: roundsman run ${id}`,
    });
  }
  if (local.some((one) => one.id === id)) {
    throw new AppError('refused', {
      code: 'not-active',
      message: `${id} is not active: it is in the working tree only${ref === null ? '' : `, not at ${ref}`}`,
      hint: `See what it may run and let it: roundsman enable ${id}`,
    });
  }
  const ids = routines.map((routine) => routine.id);
  const near = closestWord(id, ids);
  throw new AppError('not-found', {
    code: 'unknown-routine',
    message: `no active routine is named "${oneLine(id, 80)}"`,
    hint: `${near === null ? '' : `Did you mean ${near}? `}${ids.length === 0 ? 'None is active: roundsman list' : `Active are: ${ids.join(', ')}.`}`,
  });
}

function zoneOf({ triggers }: ScheduledRoutine): string {
  const schedule = triggers.find((trigger) => trigger.kind === 'schedule');
  return schedule?.timezone ?? 'UTC';
}

function readRange(
  call: BackfillCall,
  timezone: string,
): { readonly from: number; readonly to: number } {
  const from = readMoment('from', call.from, timezone);
  const to = readMoment('to', call.to, timezone);
  if (from <= to) return { from, to };
  throw new AppError('usage', {
    code: 'bad-range',
    message: `--from ${oneLine(call.from, 60)} is after --to ${oneLine(call.to, 60)}`,
    hint: 'Write the earlier one first.',
  });
}

/** A date alone is the whole day: its beginning for `from`, its last moment for `to`. */
function readMoment(name: 'from' | 'to', text: string, timezone: string): number {
  const date = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
  const wall = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?$/;
  const asUtc = Date.parse(
    date.test(text) ? `${text}T00:00Z` : wall.test(text) ? `${text}Z` : text,
  );
  const rightForm = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]{5,16}(Z|[+-][0-9]{2}:?[0-9]{2})?)?$/;
  if (!rightForm.test(text) || Number.isNaN(asUtc)) {
    throw new AppError('usage', {
      code: 'bad-instant',
      message: `--${name} ${oneLine(text, 60)} is not a date and no instant`,
      hint: 'Write it as in 2026-11-01, 2026-11-01T02:00 (in the zone of the routine) or 2026-11-01T02:00:00Z.',
    });
  }
  if (date.test(text)) {
    return name === 'from'
      ? startOfLocalDay(text, timezone).getTime()
      : startOfLocalDay(addDays(text, 1), timezone).getTime() - 1;
  }
  return wall.test(text) ? instantOf(timezone, asUtc) : asUtc;
}
