/** What is told of a slot that waits or ended: lines for people, with the values. Pure. */
import { assertNever } from '../../words/errors.ts';
import { shortIdOf, type RoutineId, type RunId } from '../../words/ids.ts';
import { isPausedAt, type Pause, type ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { EndedSlotState, SlotRecord } from '../../words/slot.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { AdmissionDecision, LiveRun } from '../admission.ts';
import type { OverlapSlot, SkipReason } from './overlap.ts';

/** `todo-sweep 4k2v9x`; the id of a run that starts in the same moment is not known yet. */
function formatRun(routine: RoutineId, run: RunId | null): string {
  return run === null ? `${routine} (starting now)` : `${routine} ${shortIdOf(run)}`;
}

/** `12h`, `90s`: as it is written in a routine. */
export function durationWords(ms: number): string {
  if (ms > 0 && ms % 86_400_000 === 0) return `${ms / 86_400_000}d`;
  if (ms > 0 && ms % 3_600_000 === 0) return `${ms / 3_600_000}h`;
  if (ms > 0 && ms % 60_000 === 0) return `${ms / 60_000}m`;
  return `${ms / 1_000}s`;
}

/** `null`: a slot of that instant is due after the pause. */
export function pausedState(pause: Pause | null, at: string): EndedSlotState | null {
  if (pause === null || !isPausedAt(pause, at)) return null;
  const why = pause.reason === '' ? '' : `: ${oneLine(pause.reason, 120)}`;
  return skipped('paused', `paused by ${oneLine(pause.by, 60)}${why}`);
}

export function inactiveState(routine: ScheduledRoutine | null, id: RoutineId): EndedSlotState {
  return skipped('inactive', `${id} is ${routine === null ? 'no longer active' : 'disabled'}`);
}

export function cooldownState(sinceMs: number, cooldownMs: number): EndedSlotState {
  const ago = durationWords(Math.max(0, Math.floor(sinceMs / 1_000)) * 1_000);
  return skipped(
    'cooldown',
    `last started ${ago} ago, its cooldown is ${durationWords(cooldownMs)}`,
  );
}

export function overlapState(
  why: SkipReason<OverlapSlot & { readonly record: SlotRecord }>,
  routine: RoutineId,
  running: Pick<LiveRun<RunId | null>, 'id' | 'rest'> | null,
): EndedSlotState {
  switch (why.kind) {
    case 'running': {
      const { id = null, rest = 'is still active' } = running ?? {};
      return skipped('overlap', `${formatRun(routine, id)} ${rest}`);
    }
    case 'waiting':
      return skipped('overlap', `${why.slot.record.slot.key} still waits to start`);
    case 'buffer-full':
      return skipped('overlap', `${plural(why.count, 'slot')} of ${routine} wait already`);
    default:
      return assertNever(why);
  }
}

export function supersededState(by: SlotRecord): EndedSlotState {
  return {
    kind: 'superseded',
    cause: 'newer-slot',
    reason: `${by.slot.key} covers its time too`,
  };
}

/** @param rest of a run at rest: how */
export function waitsFor(routine: RoutineId, run: RunId | null, rest?: string): string {
  const how = rest === undefined ? '' : `, which ${rest}`;
  return `waits for ${formatRun(routine, run)} to end${how}`;
}

/** Why a slot that may start by time does not start yet. */
export function formatWait(
  decision: Exclude<AdmissionDecision<RunId | null>, { readonly kind: 'admit' }>,
  routine: RoutineId,
): string {
  switch (decision.kind) {
    case 'running':
      return waitsFor(routine, decision.run, decision.rest);
    case 'group-full': {
      const runs = decision.runs.map((run) => formatRun(run.routine, run.id));
      return `group ${decision.group} is full: ${runs.slice(0, 3).join(', ')}`;
    }
    case 'touches':
      return `touches ${oneLine(decision.pattern, 80)} too: run ${formatRun(decision.routine, decision.run)}`;
    default:
      return assertNever(decision);
  }
}

export function skipped(cause: EndedSlotState['cause'], reason: string): EndedSlotState {
  return { kind: 'skipped', cause, reason };
}
