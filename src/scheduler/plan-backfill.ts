/**
 * Which slots of the past are to be made up for. Pure.
 *
 * A slot of a backfill has the key `backfill:<instant>`; a further one for the same instant `backfill:<instant>:<n>`. It
 * begins as `queued`: it waits for its turn whatever the overlap policy, so those of one call run one after another.
 */
import { AppError } from '../words/errors.ts';
import { isSlotKey, type RunId, type SlotKey } from '../words/ids.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import { isFinal, newSlotRecord, type SlotRecord } from '../words/slot.ts';
import type { ScheduleTrigger } from '../words/trigger.ts';
import type { Calendar } from './contract.ts';

export interface BackfillRequest {
  readonly routine: ScheduledRoutine;
  readonly calendar: Calendar;
  /** Both inclusive, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly now: number;
  /** Also instants whose slot had a run that went well. */
  readonly again: boolean;
  /** More than that at once is refused. */
  readonly max: number;
  /** Every slot of the routine that has a record and is for an instant in [from, to]. */
  readonly slots: readonly SlotRecord[];
  /** How the runs of those slots went; one that is not there any more is `unknown`. */
  readonly outcomeOf: (run: RunId) => 'well' | 'badly' | 'going-on' | 'unknown';
}

export interface BackfillPlan {
  /** Oldest first. */
  readonly queued: readonly SlotRecord[];
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  /** ISO 8601 UTC. */
  readonly scheduledFor: string;
  readonly reason: string;
  readonly runId: RunId | null;
}

/** Throws `refused` for a routine without a schedule, and for more slots than `max`. */
export function planBackfill(request: BackfillRequest): BackfillPlan {
  const instants = instantsOf(request);
  const bySlot = new Map<string, SlotRecord[]>();
  for (const record of request.slots) {
    const same = bySlot.get(record.slot.scheduledFor) ?? [];
    bySlot.set(record.slot.scheduledFor, [...same, record]);
  }
  const queued: SlotRecord[] = [];
  const leftOut: LeftOut[] = [];
  for (const instant of instants) {
    const scheduledFor = new Date(instant).toISOString();
    const known = (bySlot.get(scheduledFor) ?? []).filter(({ slot }) => isOfSchedule(slot.key));
    const out =
      instant > request.now
        ? { reason: 'not due yet: its own slot comes', runId: null }
        : whyLeftOut(known, request);
    if (out === null) queued.push(recordFor(scheduledFor, known, request));
    else leftOut.push({ scheduledFor, ...out });
  }
  if (queued.length > request.max) throw tooMany(queued.length, request);
  return { queued, leftOut };
}

function instantsOf({
  routine,
  calendar,
  from,
  to,
  max,
  slots,
}: BackfillRequest): readonly number[] {
  const schedules = routine.triggers.filter(
    (trigger): trigger is ScheduleTrigger => trigger.kind === 'schedule',
  );
  if (schedules.length === 0) {
    throw new AppError('refused', {
      code: 'no-schedule',
      message: `${routine.id} has no schedule, so no slots that were missed`,
      hint: `Run it by hand: roundsman run ${routine.id}`,
    });
  }
  // Whatever is left out has a record, or is still to come.
  const keep = max + slots.length + 1;
  const instants = new Set<number>();
  let earlier = 0;
  for (const schedule of schedules) {
    const found = calendar.between(schedule, { from: from - 1, to, keep });
    earlier += found.earlier;
    for (const instant of found.instants) instants.add(instant);
  }
  if (earlier > 0) throw tooMany(instants.size + earlier, { routine, max });
  return [...instants].toSorted((a, b) => a - b);
}

function isOfSchedule(key: SlotKey): boolean {
  return key.startsWith('at:') || key.startsWith('backfill:');
}

function whyLeftOut(
  known: readonly SlotRecord[],
  { again, outcomeOf }: BackfillRequest,
): Omit<LeftOut, 'scheduledFor'> | null {
  for (const { state } of known) {
    if (!isFinal(state)) return { reason: 'waits in the queue already', runId: null };
    if (state.kind === 'started' && outcomeOf(state.runId) === 'going-on')
      return { reason: 'its run is active', runId: state.runId };
  }
  if (again) return null;
  for (const { slot, state } of known) {
    const run = state.kind === 'started' ? state.runId : null;
    const outcome = run === null ? 'badly' : outcomeOf(run);
    if (outcome === 'well') return { reason: 'had a run that went well', runId: run };
    if (outcome === 'unknown') return { reason: 'had a run that is not kept any more', runId: run };
    if (slot.key.startsWith('backfill:')) {
      const reason =
        state.kind === 'started'
          ? 'was made up for before, and that run did not go well: retry it'
          : `was queued before, and ${state.kind}`;
      return { reason, runId: run };
    }
  }
  return null;
}

function recordFor(
  scheduledFor: string,
  known: readonly SlotRecord[],
  { routine, now }: BackfillRequest,
): SlotRecord {
  return newSlotRecord({
    routine: routine.id,
    slot: {
      key: freeKey(scheduledFor, new Set(known.map(({ slot }) => slot.key))),
      scheduledFor,
      trigger: 'schedule',
    },
    state: { kind: 'queued', reason: 'waits for its turn' },
    definition: routine.definition,
    recordedAt: new Date(now).toISOString(),
  });
}

function freeKey(scheduledFor: string, taken: ReadonlySet<SlotKey>): SlotKey {
  for (let turn = 1; ; turn += 1) {
    const key = `backfill:${scheduledFor}${turn === 1 ? '' : `:${turn}`}`;
    if (!isSlotKey(key))
      throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
    if (!taken.has(key)) return key;
  }
}

function tooMany(
  count: number,
  { routine, max }: Pick<BackfillRequest, 'routine' | 'max'>,
): AppError {
  return new AppError('refused', {
    code: 'too-many-slots',
    message: `that would be ${count.toLocaleString('en-US')} slots of ${routine.id} at once; at most ${max.toLocaleString('en-US')} are queued unasked`,
    hint: `Take a shorter stretch, or let more in: --max ${count}`,
  });
}
