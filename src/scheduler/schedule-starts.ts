/**
 * From when each routine's schedule counts. Pure.
 *
 * New and changed schedules count from now, so neither editing nor renaming reaches back; a routine that is disabled is
 * forgotten, and counts again when it is enabled. One that is gone is remembered for a minute: a file that vanishes while
 * an editor saves it neither fires again nor loses what came due in between.
 */
import { sha256 } from '../platform/hash.ts';
import type { ScheduleStart, SlotStore } from '../store/ports.ts';
import { canonicalJson } from '../words/canonical-json.ts';
import type { RoutineId } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import { isScheduled } from './plan/plan-slot.ts';
import { CLOCK_WRONG_AFTER_MS } from './plan/plan-tick.ts';

const RETURNS_WITHIN_MS = 60_000;

interface StartsFrame {
  /** ms since 1970, like `plannedTo`. */
  readonly now: number;
  /** How far slots have been planned while all routines of before were there. */
  readonly plannedTo: number | null;
}

export interface ReconciledStarts {
  readonly starts: ReadonlyMap<RoutineId, ScheduleStart>;
  /** Whether they differ from what was known. */
  readonly changed: boolean;
  /** Back after a moment: their slots are to be planned from here on. In `starts` they are gone still. */
  readonly returned: ReadonlyMap<RoutineId, number | null>;
  /** Gone for a moment, and when it is taken for good. */
  readonly gone: ReadonlyMap<RoutineId, number>;
}

export function reconcileStarts(
  known: ReadonlyMap<RoutineId, ScheduleStart>,
  routines: readonly ScheduledRoutine[],
  { now, plannedTo }: StartsFrame,
): ReconciledStarts {
  const starts = new Map<RoutineId, ScheduleStart>();
  const returned = new Map<RoutineId, number | null>();
  const gone = new Map<RoutineId, number>();
  let changed = false;
  for (const routine of routines) {
    if (!routine.enabled) continue;
    const before = known.get(routine.id);
    const schedule = scheduleHash(routine);
    const start = isStill(before, schedule, now)
      ? before
      : { schedule, since: new Date(now).toISOString() };
    const own = start === before ? ownCursor(start) : undefined;
    if (own !== undefined) returned.set(routine.id, own === null ? null : Date.parse(own));
    changed ||= start !== before;
    starts.set(routine.id, start);
  }
  const disabled = new Set(routines.filter(({ enabled }) => !enabled).map(({ id }) => id));
  for (const [id, start] of known) {
    if (starts.has(id)) continue;
    const left = disabled.has(id) ? null : goneStart(start, { now, plannedTo });
    changed ||= left !== start;
    if (left === null) continue;
    starts.set(id, left);
    gone.set(id, Date.parse(left.gone.at) + RETURNS_WITHIN_MS);
  }
  return { starts, changed, returned, gone };
}

/** How far its slots have been planned, where that is not as far as all others; `null`: not at all. */
function ownCursor({ gone, behind }: ScheduleStart): string | null | undefined {
  return gone === undefined ? behind : gone.plannedTo;
}

/**
 * The same without the marks of those that are back.
 *
 * @param planned.to how far they have been planned now @param planned.all how far all others were before: at a clock that
 * was set back that is further, and what lies in between is planned when the clock gets there
 */
export function withoutReturned(
  { starts, returned }: ReconciledStarts,
  planned: { readonly to: number; readonly all: number | null },
): ReadonlyMap<RoutineId, ScheduleStart> {
  return new Map(
    Array.from(starts, ([id, start]) => {
      const own = returned.get(id);
      if (own === undefined) return [id, start] as const;
      const { schedule, since } = start;
      if (planned.all === null || planned.to >= planned.all)
        return [id, { schedule, since }] as const;
      const behind = new Date(Math.max(own ?? Date.parse(since), planned.to)).toISOString();
      return [id, { schedule, since, behind }] as const;
    }),
  );
}

function isStill(
  before: ScheduleStart | undefined,
  schedule: string,
  now: number,
): before is ScheduleStart {
  if (before?.schedule !== schedule) return false;
  if (Date.parse(before.since) - now > CLOCK_WRONG_AFTER_MS) return false;
  return before.gone === undefined || isMoment(before.gone.at, now);
}

/** `null` once it is gone for good. */
function goneStart(
  start: ScheduleStart,
  { now, plannedTo }: StartsFrame,
): (ScheduleStart & Required<Pick<ScheduleStart, 'gone'>>) | null {
  const { gone } = start;
  if (gone !== undefined) return isMoment(gone.at, now) ? { ...start, gone } : null;
  const planned = plannedTo === null ? null : new Date(plannedTo).toISOString();
  const { schedule, since, behind = planned } = start;
  return { schedule, since, gone: { at: new Date(now).toISOString(), plannedTo: behind } };
}

/** A clock that goes back makes it a longer moment, within reason. */
function isMoment(since: string, now: number): boolean {
  const passed = now - Date.parse(since);
  return passed < RETURNS_WITHIN_MS && passed > -CLOCK_WRONG_AFTER_MS;
}

/** A memory of hashes, which changes no answer: routines stay the same objects from tick to tick. */
const hashes = new WeakMap<ScheduledRoutine, string>();

export function scheduleHash(routine: ScheduledRoutine): string {
  const known = hashes.get(routine);
  if (known !== undefined) return known;
  const schedules = routine.triggers.flatMap((trigger) =>
    trigger.kind === 'schedule'
      ? [canonicalJson({ when: trigger.when, timezone: trigger.timezone })]
      : [],
  );
  const hash = sha256(schedules.toSorted().join('\n'));
  hashes.set(routine, hash);
  return hash;
}

/**
 * Schedules that count from now, where slots after now were accounted for before the clock was set back.
 * Slots that are counted together in one record have none of their own, so exclusive creation does not keep them from
 * a second one: a schedule that is new counts from after all that has a record.
 */
export async function startAfterRecorded(
  slots: SlotStore,
  reconciled: ReconciledStarts,
  { known, now }: { readonly known: ReadonlyMap<RoutineId, ScheduleStart>; readonly now: number },
): Promise<ReconciledStarts> {
  const fresh = new Set(
    Array.from(reconciled.starts)
      .filter(([id, { since }]) => known.get(id)?.since !== since)
      .map(([id]) => id),
  );
  if (fresh.size === 0) return reconciled;
  const { records } = await slots.list({ from: new Date(now).toISOString() });
  const starts = new Map(reconciled.starts);
  for (const { routine, slot } of records) {
    const start = starts.get(routine);
    if (start === undefined || !fresh.has(routine) || !isScheduled(slot.key)) continue;
    if (slot.scheduledFor > start.since)
      starts.set(routine, { ...start, since: slot.scheduledFor });
  }
  return { ...reconciled, starts };
}
