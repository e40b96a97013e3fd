/** Pausing and resuming: slots of a paused routine are recorded as skipped, and nothing of it starts by itself. */
import { activeById, type ActiveRoutine } from '../routines/active-routines.ts';
import { readActivity } from '../routines/active/read-activity.ts';
import { readCatalog } from '../routines/definitions.ts';
import { findEntry } from '../routines/find-routine.ts';
import { firstOf } from '../routines/next-slots.ts';
import { AppError } from '../words/errors.ts';
import { isRoutineId, type RoutineId } from '../words/ids.ts';
import { isPausedAt, type Pause } from '../words/scheduled-routine.ts';
import type { SlotRecord } from '../words/slot.ts';
import type { Workspace } from '../workspace/contract.ts';
import { isOfRemoval } from './removal-pause.ts';

export interface PausedRoutine {
  readonly id: RoutineId;
  /** `already`: the pause that was there stays as it is. */
  readonly outcome: 'paused' | 'already';
  readonly pause: Pause;
  /** Due or queued, and now to be skipped. Oldest first. */
  readonly waiting: readonly SlotRecord[];
  /** Whether it is active; a pause of one that is not counts from when it is. */
  readonly active: boolean;
  /** Its file says `enabled: false`: it starts only by hand, paused or not. */
  readonly disabled: boolean;
}

interface PauseRequest {
  /** `null`: every active one. */
  readonly ids: readonly string[] | null;
  /** Empty when none is given. */
  readonly reason: string;
  /** ISO 8601; `null`: until it is resumed; `next-slot`: that of each is skipped, and no other. */
  readonly until: string | null;
}

/**
 * A pause that is there stays, unless it gets another reason or another end, or a person pauses what we had paused.
 * Throws `not-found` and `refused` / `no-slot-ahead` before anything is paused.
 */
export async function pauseRoutines(
  workspace: Workspace,
  { ids, reason, until }: PauseRequest,
): Promise<readonly PausedRoutine[]> {
  const active = activeById(await readActivity(workspace));
  const chosen = await chooseRoutines(workspace, active, ids);
  const at = workspace.clock.now().toISOString();
  const there = new Map((await workspace.pauses.list(at)).map((pause) => [pause.routine, pause]));
  const open = await workspace.slots.listOpen();
  const by = workspace.actor;
  const ends: readonly End[] =
    until === 'next-slot'
      ? pastNextSlots(
          chosen.map((id) => active.get(id) ?? id),
          ids === null,
          workspace.clock.now(),
        )
      : chosen.map((id) => [id, until]);
  const paused: PausedRoutine[] = [];
  for (const [id, end] of ends) {
    const before = there.get(id) ?? null;
    const isOfPerson = before !== null && before.by !== OURS;
    const stays =
      isOfPerson && (reason === '' || reason === before.reason) && end === (before.until ?? null);
    const why = reason === '' && isOfPerson ? before.reason : reason;
    const pause = stays
      ? before
      : {
          routine: id,
          by,
          at,
          reason: why,
          ...(end === null ? {} : { until: end }),
          ...(ids === null && until !== 'next-slot' ? { all: true as const } : {}),
          ...(before === null ? {} : { before: withoutBefore(before) }),
        };
    if (!stays) await workspace.pauses.write(pause);
    paused.push({
      id,
      outcome: stays ? 'already' : 'paused',
      pause,
      waiting: open.filter(({ routine }) => routine === id),
      active: active.has(id),
      disabled: active.get(id)?.routine.enabled === false,
    });
  }
  return paused;
}

function withoutBefore({ before: _older, ...pause }: Pause): Omit<Pause, 'before'> {
  return pause;
}

/** What was there before these pauses: an older pause that did not end meanwhile, else none. @returns those that stay paused */
export async function undoPauses(
  workspace: Workspace,
  pauses: readonly Pause[],
): Promise<{ readonly stay: readonly Pause[]; readonly resumed: readonly ResumedRoutine[] }> {
  const at = workspace.clock.now().toISOString();
  const stay = pauses.flatMap(({ before }) =>
    before !== undefined && isPausedAt(before, at) ? [before] : [],
  );
  for (const pause of stay) await workspace.pauses.write(pause);
  const kept = new Set(stay.map(({ routine }) => routine));
  const gone = pauses.flatMap(({ routine }) => (kept.has(routine) ? [] : [routine]));
  return { stay, resumed: gone.length === 0 ? [] : await resumeRoutines(workspace, gone) };
}

type End = readonly [RoutineId, string | null];

/**
 * A second later than the slot to skip: from the end of a pause on, slots start again.
 * @param among all of them: what has no slot ahead is left out
 */
function pastNextSlots(
  routines: readonly (ActiveRoutine | RoutineId)[],
  among: boolean,
  now: Date,
): readonly End[] {
  return routines.flatMap((one): readonly End[] => {
    const routine = typeof one === 'string' ? null : one.routine;
    const next = routine?.enabled === true ? firstOf(routine.triggers, now) : null;
    const id = typeof one === 'string' ? one : one.routine.id;
    if (next !== null) return [[id, new Date(Date.parse(next) + 1_000).toISOString()]];
    if (among) return [];
    throw new AppError('refused', {
      code: 'no-slot-ahead',
      message: `${id} has no slot ahead that could be skipped`,
      hint: 'See the coming slots: roundsman next',
    });
  });
}

/** Who pauses after failures. */
const OURS = 'roundsman';

export interface ResumedRoutine {
  readonly id: RoutineId;
  readonly outcome: 'resumed' | 'was-not-paused';
  /** What there was. */
  readonly pause: Pause | null;
  /** Whether it starts by itself now. */
  readonly active: boolean;
  /** Its file says `enabled: false`. */
  readonly disabled: boolean;
  /** Its next slot, ISO 8601 UTC. */
  readonly next: string | null;
}

/** @param ids `null`: all that are paused */
export async function resumeRoutines(
  workspace: Workspace,
  ids: readonly string[] | null,
): Promise<readonly ResumedRoutine[]> {
  const now = workspace.clock.now();
  const active = activeById(await readActivity(workspace));
  const pauses = await workspace.pauses.list(now.toISOString());
  const there = new Map(pauses.map((pause) => [pause.routine, pause]));
  const chosen =
    ids === null
      ? pauses.flatMap((pause) => (isOfRemoval(pause) ? [] : [pause.routine]))
      : await chooseRoutines(workspace, active, ids, there);
  const resumed: ResumedRoutine[] = [];
  for (const id of chosen) {
    const was = await workspace.pauses.remove(id, now.toISOString());
    const routine = active.get(id)?.routine;
    const isActive = routine?.enabled === true;
    resumed.push({
      id,
      outcome: was ? 'resumed' : 'was-not-paused',
      pause: there.get(id) ?? null,
      active: isActive,
      disabled: routine?.enabled === false,
      next: isActive ? firstOf(routine.triggers, now) : null,
    });
  }
  return resumed;
}

/** Those that are active, stand in the working tree, or are paused. */
/* oxlint-disable-next-line eslint/max-params -- what is asked, and the three places to look */
async function chooseRoutines(
  workspace: Workspace,
  active: ReadonlyMap<string, ActiveRoutine>,
  ids: readonly string[] | null,
  paused: ReadonlyMap<RoutineId, Pause> = new Map(),
): Promise<readonly RoutineId[]> {
  if (ids === null) return [...active.values()].map(({ routine }) => routine.id);
  const chosen: RoutineId[] = [];
  for (const id of new Set(ids)) {
    if (isRoutineId(id) && (active.has(id) || paused.has(id))) chosen.push(id);
    else {
      const entry = findEntry(await readCatalog(workspace), id);
      if (isRoutineId(entry.id)) chosen.push(entry.id);
    }
  }
  return chosen;
}
