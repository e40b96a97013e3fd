/** The coming slots of a routine, or of all. */
import { clockChangeAt, type ClockChange } from '../calendar/clock-change.ts';
import { nextInstants } from '../calendar/next.ts';
import type { RoutineId } from '../words/ids.ts';
import type { Pause, ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { Trigger } from '../words/trigger.ts';
import type { Workspace } from '../workspace/contract.ts';
import { activeById, type ActiveRoutine } from './active-routines.ts';
import { readActivity } from './active/read-activity.ts';
import { invalidDefinition, readCatalog } from './definitions.ts';
import { findRoutine } from './find-routine.ts';

export type Schedule = Extract<Trigger, { readonly kind: 'schedule' }>;

export interface ComingSlot {
  /** ISO 8601, UTC. */
  readonly instant: string;
  /** The zone it was reckoned in. */
  readonly timezone: string;
  /** `null` for a slot that no change of the clocks touches. */
  readonly change: ClockChange | null;
}

export interface SlotSearch {
  /** Slots after this instant. */
  readonly from: Date;
  readonly count: number;
}

export interface ComingSlots {
  readonly schedules: readonly Schedule[];
  readonly slots: readonly ComingSlot[];
}

export interface RoutineSlots extends ComingSlots {
  readonly enabled: boolean;
  /** How the schedule shown stands to the active one; `none`: nothing of the routine is active. */
  readonly active: 'same' | 'other' | 'none';
  /** roundsman.yaml is: then they are those of the active version. */
  readonly isBroken: boolean;
  /** Its slots start nothing while it is. */
  readonly pause: Pause | null;
}

/**
 * By the schedule of the working tree; of a routine that is not in it, by the active one. Throws `not-found`, or
 * `invalid-definition` when the routine is broken.
 */
export async function nextOfRoutine(
  workspace: Workspace,
  { id, ...search }: SlotSearch & { readonly id: string },
): Promise<RoutineSlots> {
  const [catalog, state, pauses] = await Promise.all([
    readCatalog(workspace),
    readActivity(workspace),
    workspace.pauses.list(workspace.clock.now().toISOString()),
  ]);
  const pause = pauses.find(({ routine }) => routine === id) ?? null;
  const active = activeById(state).get(id)?.routine;
  // The zone of a schedule may stand there.
  const isBroken = catalog.workspaceProblems.length > 0;
  if (isBroken && active === undefined)
    throw invalidDefinition('roundsman.yaml', catalog.workspaceProblems);
  if (active !== undefined && (isBroken || catalog.entries.every((entry) => entry.id !== id))) {
    const { triggers, enabled } = active;
    const coming = comingSlots(schedulesOf(triggers), search);
    return { ...coming, enabled, active: 'same', isBroken, pause };
  }
  const { triggers, enabled } = findRoutine(catalog, id).routine;
  const schedules = schedulesOf(triggers);
  const isSame =
    active !== undefined &&
    active.enabled === enabled &&
    JSON.stringify(schedulesOf(active.triggers)) === JSON.stringify(schedules);
  return {
    ...comingSlots(schedules, search),
    enabled,
    active: active === undefined ? 'none' : isSame ? 'same' : 'other',
    isBroken,
    pause,
  };
}

export interface CalendarSlot extends ComingSlot {
  readonly routine: string;
  /** False: of a routine in the working tree of which nothing is active. */
  readonly active: boolean;
}

export interface Calendar {
  /** Of all routines that are enabled and sound, merged; of those that are paused the slots after the pause. */
  readonly slots: readonly CalendarSlot[];
  readonly routines: number;
  /** Left out: by their number. */
  readonly disabled: number;
  readonly broken: number;
  /** Until a person resumes them. */
  readonly paused: number;
  /** roundsman.yaml is: then the slots are those of the active versions. */
  readonly isBroken: boolean;
  /** Of those that are shown, by their ids: in the working tree only, or active as another version. */
  readonly notActive: readonly string[];
}

export async function nextOfAll(workspace: Workspace, search: SlotSearch): Promise<Calendar> {
  const [catalog, state, pauses] = await Promise.all([
    readCatalog(workspace),
    readActivity(workspace),
    workspace.pauses.list(workspace.clock.now().toISOString()),
  ]);
  const endOf = new Map(pauses.map(({ routine, until }) => [routine, until ?? null]));
  const active = activeById(state);
  const isBroken = catalog.workspaceProblems.length > 0;
  const sound = isBroken
    ? [...active].map(([id, { routine, definition }]) => ({
        id,
        routine,
        hash: definition,
        isActive: true,
      }))
    : catalog.entries.flatMap((entry) =>
        entry.kind === 'routine' ? [startingVersion(entry, active.get(entry.id))] : [],
      );
  const enabled = sound.filter(({ routine }) => routine.enabled);
  const starting = enabled.filter(({ routine }) => endOf.get(routine.id) !== null);
  const slots = starting.flatMap(({ id, routine, isActive }) => {
    const until = endOf.get(routine.id) ?? null;
    const from = until === null ? search.from : afterBoth(search.from, until);
    const coming = comingSlots(schedulesOf(routine.triggers), { ...search, from });
    return coming.slots.map((slot) => ({ ...slot, routine: id, active: isActive }));
  });
  return {
    slots: inOrder(slots).slice(0, search.count),
    routines: isBroken ? sound.length : catalog.entries.length,
    disabled: sound.length - enabled.length,
    broken: isBroken ? 0 : catalog.entries.length - sound.length,
    paused: enabled.length - starting.length,
    isBroken,
    notActive: starting
      .filter(({ id, hash }) => active.get(id)?.definition !== hash)
      .map(({ id }) => id),
  };
}

interface StartingVersion {
  readonly id: string;
  readonly routine: Pick<ScheduledRoutine, 'enabled' | 'triggers'> & { readonly id: RoutineId };
  /** Of the file. */
  readonly hash: string;
  readonly isActive: boolean;
}

/** What starts by itself is the active version, whatever the file says; where none does, the file tells what would. */
function startingVersion(
  { id, routine, hash }: Omit<StartingVersion, 'isActive'>,
  active: ActiveRoutine | undefined,
): StartingVersion {
  return active?.routine.enabled === true
    ? { id, routine: active.routine, hash, isActive: true }
    : { id, routine, hash, isActive: active?.definition === hash };
}

/** A slot at the end of a pause starts. @param until ISO 8601 */
function afterBoth(from: Date, until: string): Date {
  return new Date(Math.max(from.getTime(), Date.parse(until) - 1));
}

/** The first slot of all, ISO 8601 UTC; `null` without a schedule ahead. */
export function firstOf(triggers: readonly Trigger[], from: Date): string | null {
  const firsts = schedulesOf(triggers).flatMap(({ when, timezone }) =>
    nextInstants(when, timezone, { from, count: 1 }).map((instant) => instant.toISOString()),
  );
  return firsts.toSorted()[0] ?? null;
}

export function schedulesOf(triggers: readonly Trigger[]): readonly Schedule[] {
  return triggers.flatMap((trigger) => (trigger.kind === 'schedule' ? [trigger] : []));
}

/** Two schedules that are due at one instant are one slot. */
export function comingSlots(schedules: readonly Schedule[], search: SlotSearch): ComingSlots {
  const slots = new Map<string, ComingSlot>();
  for (const { when, timezone } of schedules) {
    for (const at of nextInstants(when, timezone, search)) {
      const instant = at.toISOString();
      if (slots.has(instant)) continue;
      slots.set(instant, { instant, timezone, change: clockChangeAt(when, timezone, at) });
    }
  }
  return { schedules, slots: inOrder([...slots.values()]).slice(0, search.count) };
}

function inOrder<Slot extends ComingSlot>(slots: readonly Slot[]): readonly Slot[] {
  return slots.toSorted((a, b) => (a.instant < b.instant ? -1 : a.instant > b.instant ? 1 : 0));
}
