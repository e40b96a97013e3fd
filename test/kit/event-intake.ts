/** An intake over real files in a folder of its own, with routines as the daemon keeps them. */
import { systemClock } from '../../src/platform/clock.ts';
import { sha256 } from '../../src/platform/hash.ts';
import type { EventIntake, OutsideEvent } from '../../src/scheduler/contract.ts';
import { eventIntake, type IntakeParts } from '../../src/scheduler/events/event-intake.ts';
import {
  fileDeploymentStore,
  fileEventStore,
} from '../../src/store/files/file-definition-store.ts';
import { fileLocks } from '../../src/store/files/file-locks.ts';
import { fileSlotStore } from '../../src/store/files/file-slot-store.ts';
import { isRoutineId, isSlotKey, type RoutineId, type SlotKey } from '../../src/words/ids.ts';
import { DEFAULT_POLICY } from '../../src/words/policy.ts';
import type { ScheduledRoutine } from '../../src/words/scheduled-routine.ts';
import type { SlotRecord } from '../../src/words/slot.ts';
import type { DeploymentTrigger, Trigger } from '../../src/words/trigger.ts';
import { temporaryFolder } from './git-repo.ts';
import { stillClock, type StillClock } from './still-clock.ts';

export interface TestIntake extends EventIntake {
  readonly parts: IntakeParts;
  readonly stateDir: string;
  readonly clock: StillClock;
  /** How often the scheduler was made to look. */
  wakes(): number;
  /** Oldest first. */
  records(routine?: string): Promise<readonly SlotRecord[]>;
}

export function openIntake(request: {
  readonly routines: readonly ScheduledRoutine[];
  /** Of an earlier intake, as after a restart; a new one without it. */
  readonly stateDir?: string;
  readonly clock?: StillClock;
  readonly change?: Partial<IntakeParts>;
}): TestIntake {
  const stateDir = request.stateDir ?? temporaryFolder('rm-intake-');
  const clock = request.clock ?? stillClock();
  const slots = fileSlotStore(stateDir);
  let wakes = 0;
  const parts: IntakeParts = {
    slots,
    events: fileEventStore(stateDir),
    deployments: fileDeploymentStore(stateDir),
    routines: () => request.routines,
    clock,
    // Who waits for the lock waits in real time: the holder is at work meanwhile.
    exclusively: fileLocks(stateDir, systemClock).admission,
    wake: () => {
      wakes += 1;
    },
    ...request.change,
  };
  return {
    ...eventIntake(parts),
    parts,
    stateDir,
    clock,
    wakes: () => wakes,
    records: async (routine) => {
      const filter = routine === undefined ? {} : { routine: routineId(routine) };
      return (await slots.list(filter)).records.toReversed();
    },
  };
}

export function listening(id: string, ...triggers: readonly Trigger[]): ScheduledRoutine {
  return {
    id: routineId(id),
    name: id,
    definition: sha256(`definition of ${id}`),
    source: 'ref',
    enabled: true,
    triggers,
    policy: DEFAULT_POLICY,
  };
}

export function onDeployment(change: Partial<DeploymentTrigger> = {}): DeploymentTrigger {
  return {
    kind: 'deployment',
    environment: 'production',
    states: ['success'],
    ref: null,
    ...change,
  };
}

export function deployed(
  id: string,
  commit: string,
  change: Partial<Extract<OutsideEvent, { kind: 'deployment' }>> = {},
): OutsideEvent {
  return {
    kind: 'deployment',
    id,
    environment: 'production',
    state: 'success',
    previous: null,
    deployed: commit,
    summary: `deployment ${id}`,
    payload: null,
    ...change,
  };
}

export function routineId(text: string): RoutineId {
  if (!isRoutineId(text)) throw new TypeError(text);
  return text;
}

export function slotKey(text: string): SlotKey {
  if (!isSlotKey(text)) throw new TypeError(text);
  return text;
}
