/** Runs in a state folder, as their supervisors would have left them. */
import { writeDurably } from '../../src/platform/files.ts';
import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import { isSlotKey } from '../../src/words/ids.ts';
import { RUN_PROTOCOL, type RunItem, type RunSpec } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunRecord, type RunResult } from '../../src/words/run.ts';
import type { TriggerKind } from '../../src/words/slot.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { routineNamed } from './routine.ts';

export const GOOD_RESULT: RunResult = {
  execution: 'succeeded',
  report: 'valid',
  checks: 'none',
  changes: 'none',
  proposals: 'none',
  delivery: 'none',
  review: 'none',
};

export interface StoredRunOptions {
  readonly routine?: string;
  /** ISO 8601; ids sort by it. */
  readonly at?: string;
  readonly result?: Partial<RunResult>;
  readonly change?: Partial<RunRecord>;
  /** Default: by hand. */
  readonly trigger?: TriggerKind;
  /** What it was for. */
  readonly item?: RunItem;
}

/** An ended run, good unless told otherwise. */
export async function storeEndedRun(
  workspace: Workspace,
  options: StoredRunOptions = {},
): Promise<RunSpec> {
  const at = options.at ?? '2026-11-21T02:00:00.000Z';
  const id = newRunId(new Date(at));
  const key = `manual:${id}`;
  if (!isSlotKey(key)) throw new TypeError(key);
  const spec: RunSpec = {
    protocol: RUN_PROTOCOL,
    id,
    routine: routineNamed(options.routine ?? 'sweep'),
    definition: { path: '/x.yaml', hash: '0', source: 'working-tree', overrides: [] },
    slot: { key, scheduledFor: at, trigger: options.trigger ?? 'manual' },
    event: null,
    inputs: {},
    attempt: 1,
    workspace: workspace.location,
    settings: {
      timezone: 'UTC',
      trackReports: false,
      diskFloorBytes: 0,
      engines: {},
      budget: null,
    },
    window: { from: null, to: at, uncovered: null },
    admittedAt: at,
    admittedBy: ownIdentity(),
    limits: { maxOutputBytes: 1 },
    ...(options.item === undefined ? {} : { item: options.item }),
  };
  await workspace.runs.create(spec);
  const result = { ...GOOD_RESULT, ...options.result };
  const record: RunRecord = {
    protocol: RUN_PROTOCOL,
    sequence: 1,
    id,
    phase: { kind: 'ended', result, endedAt: at },
    startedAt: at,
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
    ...options.change,
  };
  await writeDurably(runPaths(workspace.location.stateDir, id).state, JSON.stringify(record));
  return spec;
}
