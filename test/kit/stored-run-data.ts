/** An ended run as a store gives it, without a store. */
import { newRunId } from '../../src/platform/ids.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import type { StoredRun } from '../../src/store/ports.ts';
import { isSlotKey, type RunId } from '../../src/words/ids.ts';
import { RUN_PROTOCOL } from '../../src/words/run-spec.ts';
import { EMPTY_PROGRESS, type RunResult } from '../../src/words/run.ts';
import { routineNamed } from './routine.ts';
import { GOOD_RESULT } from './stored-run.ts';

/** @param request `at`: when it began and ended; `causedBy`: the run whose end made it due */
export function storedRun({
  routine,
  at,
  result,
  causedBy = null,
}: {
  readonly routine: string;
  readonly at: string;
  readonly result?: Partial<RunResult>;
  readonly causedBy?: RunId | null;
}): StoredRun {
  const id = newRunId(new Date(at));
  const key = causedBy === null ? `manual:${id}` : `event:routine:${causedBy}`;
  if (!isSlotKey(key)) throw new TypeError(key);
  return {
    spec: {
      protocol: RUN_PROTOCOL,
      id,
      routine: routineNamed(routine),
      definition: { path: '/x.yaml', hash: '0', source: 'ref', overrides: [] },
      slot: { key, scheduledFor: at, trigger: causedBy === null ? 'manual' : 'routine' },
      event:
        causedBy === null
          ? null
          : { kind: 'routine', id: causedBy, summary: '', payload: null, deployment: null },
      inputs: {},
      attempt: 1,
      workspace: {
        root: '/nowhere',
        name: 'x',
        stateDir: '/nowhere',
        gitDir: '/nowhere/.git',
        bare: false,
      },
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
    },
    record: {
      protocol: RUN_PROTOCOL,
      sequence: 1,
      id,
      phase: { kind: 'ended', result: { ...GOOD_RESULT, ...result }, endedAt: at },
      startedAt: at,
      agentExit: null,
      session: null,
      earlier: [],
      progress: EMPTY_PROGRESS,
      failure: null,
      skipped: null,
    },
  };
}
