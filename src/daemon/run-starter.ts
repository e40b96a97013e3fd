/** Slots become real runs: a folder with all that was decided, and a supervisor that waits already. */
import { join } from 'node:path';

import { inspectPath, removeTree } from '../platform/files.ts';
import { newRunId } from '../platform/ids.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { liveRunsOf } from '../runtime/live-runs.ts';
import { stopRun } from '../runtime/watch-run.ts';
import { buildRunSpec } from '../scheduler/build-run-spec.ts';
import type { Calendar, RunStarter, StartRequest } from '../scheduler/contract.ts';
import { readRoutineHistory } from '../scheduler/routine-history.ts';
import { windowFor } from '../scheduler/window-rule.ts';
import type { StoredDefinition } from '../store/definition-ports.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { runPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha, RoutineId, RunId } from '../words/ids.ts';
import type { Definition, DefinitionSource, RunSpec } from '../words/run-spec.ts';
import type { ScheduledRoutine } from '../words/scheduled-routine.ts';
import type { SlotRecord } from '../words/slot.ts';
import { noProbe, type StepProbe } from '../words/step-probe.ts';
import type { Trigger } from '../words/trigger.ts';
import type { WarmSupervisor, Workspace } from '../workspace/contract.ts';
import type { RunBook } from './run-book.ts';

export interface RunStarterParts {
  readonly workspace: Workspace;
  readonly calendar: Calendar;
  readonly book: RunBook;
  /** The active routine of that id as it is now; `null` when there is none. */
  readonly active: (routine: RoutineId) => ScheduledRoutine | null;
  /** Where active routines come from; `null`: no ref. */
  readonly commit: () => CommitSha | null;
  readonly supervisor: () => WarmSupervisor;
  readonly probe?: StepProbe;
  /** Told of each run that is on its way. */
  readonly onStarted: (spec: RunSpec) => void;
}

export function openRunStarter(parts: RunStarterParts): RunStarter {
  const { workspace, book, probe = noProbe } = parts;
  const { stateDir } = workspace.location;
  // One that was set aside has been made too: its agent may have worked, and is not to work again.
  const has = async (run: RunId): Promise<boolean> =>
    (await inspectPath(runPaths(stateDir, run).spec)) !== null ||
    (await inspectPath(join(machinePaths(stateDir).quarantine, run))) !== null;
  return {
    live: async () => liveRunsOf((await book.look()).unfinished, workspace.clock.now()),
    newRunId: () => newRunId(workspace.clock.now()),
    has,
    start: async (request) => {
      if (await has(request.runId)) return;
      const spec = await specOf(parts, request);
      const { folder } = runPaths(stateDir, spec.id);
      try {
        await workspace.runs.create(spec);
      } catch (thrown) {
        await removeTree(folder).catch(() => undefined);
        throw thrown;
      }
      await probe('daemon/run-made');
      parts.supervisor().assign(folder);
      await probe('daemon/supervisor-assigned');
      parts.onStarted(spec);
    },
    stop: async (run, how, reason) => {
      try {
        await stopRun(workspace, run, { reason, how });
      } catch (thrown) {
        // It ended in the meantime, or was cleaned up: that is what was wanted.
        if (thrown instanceof AppError && STOPPED_ALREADY.has(thrown.reason)) return;
        throw thrown;
      }
    },
  };
}

const STOPPED_ALREADY: ReadonlySet<string> = new Set(['already-ended', 'no-such-run']);

async function specOf(parts: RunStarterParts, { runId, record }: StartRequest): Promise<RunSpec> {
  if (record.slot.key.startsWith('replay:')) throw cutOffReplay(record);
  const { workspace, book } = parts;
  const stored = await workspace.definitions.read(record.definition);
  if (stored === null) throw definitionGone(record);
  const { routine, settings } = stored;
  const now = workspace.clock.now();
  const instant = isByHand(record) ? now : new Date(record.slot.scheduledFor);
  const zone = zoneOfSlot(routine.triggers, instant, parts.calendar);
  const window = windowFor(routine.window, {
    instant,
    timezone: zone ?? settings.timezone,
    // What makes up for the past goes on from what came before its instant.
    history: record.slot.key.startsWith('backfill:')
      ? await readRoutineHistory(workspace, routine.id, record.slot)
      : book.coverageOf(routine.id),
  });
  const definition = definitionOf(parts, record, stored);
  return buildRunSpec(
    { ...ofRecord(record), routine, settings, definition, window },
    {
      id: runId,
      // Counted when it became `started`; a record of an older kind may say none.
      attempt: Math.max(1, record.attempts),
      workspace: workspace.location,
      admittedAt: now.toISOString(),
      admittedBy: ownIdentity(),
    },
  );
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
  { workspace, active, commit }: RunStarterParts,
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
