/**
 * The one place that writes a `RunSpec`: for a run by hand, for a slot, and from the spec of an earlier run for a retry,
 * a replay, a follow-up or a part. Nothing is stored here.
 */
import { join } from 'node:path';

import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import type { StoredDefinition } from '../store/definition-ports.ts';
import { AppError } from '../words/errors.ts';
import { isSlotKey, type CommitSha, type RoutineId, type RunId } from '../words/ids.ts';
import type { Routine } from '../words/routine.ts';
import {
  RUN_PROTOCOL,
  type Definition,
  type DefinitionSource,
  type ProcessIdentity,
  type RunSpec,
  type WorkspaceLocation,
  type WorkspaceSettings,
} from '../words/run-spec.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { Slot, SlotRecord } from '../words/slot.ts';
import type { Trigger } from '../words/trigger.ts';
import type { StartRunRequest, Workspace } from '../workspace/contract.ts';
import type { Calendar, StartRequest } from './contract.ts';
import { readRoutineHistory, windowFor, type RoutineHistory } from './window-rule.ts';

/** Kept of the agent's stdout and of its stderr, each. */
const MAX_OUTPUT_BYTES = 5_000_000;

/** Of this attempt alone. */
interface Admitted {
  readonly id: RunId;
  /** From 1. */
  readonly attempt: number;
  readonly workspace: WorkspaceLocation;
  /** ISO 8601. */
  readonly admittedAt: string;
  readonly admittedBy: ProcessIdentity;
}

/** An attempt that this process admits. */
export function admittedHere(
  { location }: Pick<Workspace, 'location'>,
  { now, attempt, id = newRunId(now) }: { now: Date; attempt: number; id?: RunId },
): Admitted {
  const admittedBy = ownIdentity();
  return { id, attempt, workspace: location, admittedAt: now.toISOString(), admittedBy };
}

/** The slot of a run that a person asked for. */
export function manualSlot(id: RunId, now: Date): Slot {
  const key = `manual:${id}`;
  if (!isSlotKey(key))
    throw new AppError('internal', { code: 'bad-slot-key', message: key, hint: '' });
  return { key, scheduledFor: now.toISOString(), trigger: 'manual' };
}

/** Decides everything of a run by hand that admission stores. */
export async function manualSpec({
  workspace,
  routine,
  definition,
  settings,
  inputs = {},
  handover = null,
  item,
  touches,
}: Omit<StartRunRequest, 'supervisor'>): Promise<RunSpec> {
  const now = workspace.clock.now();
  const admitted = admittedHere(workspace, { now, attempt: 1 });
  const slot = manualSlot(admitted.id, now);
  const window = windowFor(routine.window, {
    instant: now,
    timezone: settings.timezone,
    history: await readRoutineHistory(workspace, routine, slot),
  });
  const spec = buildRunSpec(
    { routine, definition, slot, event: null, inputs, handover, item, touches, settings, window },
    admitted,
  );
  return { ...spec, ...startedBy(settings, workspace.actor) };
}

/** Who starts a run is kept only where a budget asks for it. */
export function startedBy(
  { budget }: Pick<WorkspaceSettings, 'budget'>,
  by: string | undefined,
): Pick<RunSpec, 'by'> {
  return budget?.perPerson === undefined || by === undefined ? {} : { by };
}

export interface SlotSpecParts {
  readonly workspace: Workspace;
  readonly calendar: Calendar;
  /** Up to when the routine's runs covered time, as far as they are known. */
  readonly coverageOf: (routine: RoutineId) => RoutineHistory;
  /** The active routine of that id as it is now; `null` when there is none. */
  readonly active: (routine: RoutineId) => ScheduledRoutine | null;
  /** Where active routines come from; `null`: no ref. */
  readonly commit: () => CommitSha | null;
}

/** The same from the record of a slot and the definition that it is pinned to. Throws `missing`. */
export async function slotSpec(
  parts: SlotSpecParts,
  { runId, record }: StartRequest,
): Promise<RunSpec> {
  if (record.slot.key.startsWith('replay:')) throw cutOffReplay(record);
  const { workspace } = parts;
  const stored = await workspace.definitions.read(record.definition);
  if (stored === null) throw definitionGone(record);
  const { routine, settings } = stored;
  const now = workspace.clock.now();
  const instant = isByHand(record) ? now : new Date(record.slot.scheduledFor);
  const zone = zoneOfSlot(routine.triggers, instant, parts.calendar);
  const window = windowFor(routine.window, {
    instant,
    timezone: zone ?? settings.timezone,
    // What makes up for the past continues from what came before its instant.
    history: record.slot.key.startsWith('backfill:')
      ? await readRoutineHistory(workspace, routine, record.slot)
      : parts.coverageOf(routine.id),
  });
  const definition = definitionOf(parts, record, stored);
  // Counted when it became `started`; a record of an older kind may say none.
  const attempt = Math.max(1, record.attempts);
  const spec = buildRunSpec(
    { ...ofRecord(record), routine, settings, definition, window },
    admittedHere(workspace, { now, attempt, id: runId }),
  );
  return { ...spec, ...startedBy(settings, record.by) };
}

/** The spec of `past` with `changes`. What `past` followed, and its lease, are dropped unless `changes` names them. Pure. */
export function buildSpecAgain(
  past: RunSpec,
  admitted: Admitted,
  changes: Partial<
    Pick<RunSpec, 'routine' | 'definition' | 'settings' | 'slot' | 'part' | 'follows' | 'leased'>
  > = {},
): RunSpec {
  const { follows: _before, leased: _lease, ...decided } = past;
  return { ...decided, protocol: RUN_PROTOCOL, ...admitted, ...changes };
}

/** Of the run, whichever attempt it is. `null` and absent are the same for `item` and `touches`. */
interface Decided extends Pick<
  RunSpec,
  'definition' | 'slot' | 'event' | 'inputs' | 'settings' | 'window'
> {
  readonly routine: Routine;
  readonly handover: RunSpec['handover'];
  readonly item: RunSpec['item'];
  readonly touches: RunSpec['touches'] | null;
}

function buildRunSpec(decided: Decided, admitted: Admitted): RunSpec {
  const { item, touches, handover, ...rest } = decided;
  return {
    protocol: RUN_PROTOCOL,
    ...rest,
    handover: handover ?? null,
    ...(item === undefined || item === null ? {} : { item }),
    ...(touches === undefined || touches === null ? {} : { touches }),
    ...admitted,
    limits: { maxOutputBytes: MAX_OUTPUT_BYTES },
  };
}

function ofRecord({ slot, event, inputs, handover, item, touches }: SlotRecord) {
  const work = item === undefined || item === null ? null : { key: item, purpose: 'work' as const };
  return { slot, event, inputs, handover, item: work, touches };
}

/** A person asked for it: what it covers ends when it starts, not when it was asked for. */
function isByHand({ slot }: SlotRecord): boolean {
  return slot.key.startsWith('manual:');
}

function definitionOf(
  { workspace, active, commit }: SlotSpecParts,
  record: SlotRecord,
  { hash, file }: StoredDefinition,
): Definition {
  const now = active(record.routine);
  const source: DefinitionSource =
    now !== null && now.definition === hash
      ? now.source
      : // Put into the queue by a person, who took it from a file.
        isByHand(record)
        ? 'working-tree'
        : 'ref';
  return {
    path: join(workspace.location.root, file),
    hash,
    source,
    overrides: [],
    commit: source === 'working-tree' ? null : commit(),
  };
}

/** Of the schedule that made the slot due; `null` when none of them did. */
function zoneOfSlot(
  triggers: readonly Trigger[],
  instant: Date,
  calendar: Calendar,
): string | null {
  const schedules = triggers.filter((trigger) => trigger.kind === 'schedule');
  const [first] = schedules;
  if (schedules.every(({ timezone }) => timezone === first?.timezone))
    return first?.timezone ?? null;
  const at = instant.getTime();
  return schedules.find((one) => calendar.next(one, at - 1) === at)?.timezone ?? null;
}

function definitionGone(record: SlotRecord): AppError {
  return new AppError('missing', {
    code: 'definition-missing',
    message: `the definition that the slot ${record.slot.key} of ${record.routine} is pinned to, ${record.definition.slice(0, 12)}, is not in the state folder`,
    hint: 'Start it from the file instead: roundsman run',
  });
}

function cutOffReplay(record: SlotRecord): AppError {
  return new AppError('missing', {
    code: 'replay-cut-off',
    message: `the replay ${record.slot.key} of ${record.routine} was cut off before it began`,
    hint: 'Ask for it again: roundsman replay',
  });
}
