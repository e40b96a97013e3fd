/**
 * Taking a run: at most one supervisor has it, and begins where the run is. What an earlier one left alive is ended first.
 */
import { basename, dirname, join } from 'node:path';

import { isRunId, type RunId } from '../../domain/ids.ts';
import { isRecovery, judgeRun, type Recovery } from '../../domain/judge-run.ts';
import {
  EMPTY_PROGRESS,
  RUN_PROTOCOL,
  type RunProgress,
  type RunRecord,
  type RunSpec,
  type RunStep,
} from '../../domain/run.ts';
import type { StepProbe } from '../../domain/step-probe.ts';
import { unseenExit } from '../../domain/unseen-exit.ts';
import { recoveryWords } from '../../domain/verdict-words.ts';
import type { Clock } from '../../platform/clock.ts';
import {
  appendText,
  createExclusively,
  readTextIfThere,
  removeTree,
} from '../../platform/files.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { readRunFolder } from '../../store/files/read-run-folder.ts';
import type { StoredRun } from '../../store/ports.ts';
import { runPaths, type RunPaths } from '../../store/state-paths.ts';
import { attendantOf } from '../attendant.ts';
import { endLeftovers } from '../end-leftovers.ts';

export interface TakenRun {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly record: RunRecord;
  /** Steps that are not done (again). */
  readonly finished: readonly RunStep[];
}

export interface TakeParts {
  readonly clock: Clock;
  readonly probe: StepProbe;
}

/**
 * `null` when the run is not for this process: somebody else has it, it has ended, a newer Roundsman made it, it cannot
 * be read, or something of its last attempt does not let itself be ended.
 */
export async function takeRun(
  folder: string,
  { clock, probe }: TakeParts,
): Promise<TakenRun | null> {
  const id = basename(folder);
  // From the folder, not from the spec: whoever moved the state folder moved its runs.
  const stateDir = dirname(dirname(folder));
  if (!isRunId(id) || (await readRun(stateDir, id)) === null) return null;
  const paths = runPaths(stateDir, id);
  await probe('supervisor/told');
  const claim = await takeClaim(paths);
  if (claim === null) return null;
  await probe('supervisor/claimed');
  // Read once more: the one that had it may have written until it died.
  const run = await readRun(stateDir, id);
  if (run === null) return null;
  // That it is dead, or never came up, is why the claim could be had.
  const attendant = attendantOf(run) === 'other-boot' ? 'other-boot' : 'dead';
  const supervisors = claim.number - 1;
  const verdict = judgeRun({ run, attendant, supervisors });
  // Somebody removed its claim, and it works all the same.
  const attended = run.record?.phase.kind === 'running' && attendantOf(run) === 'alive';
  if (attended || !isRecovery(verdict)) {
    await removeTree(claim.path);
    return null;
  }
  if (supervisors > 0 && verdict.kind !== 'rebooted') {
    const ended = await endLeftovers(stateDir, run, clock);
    if (ended.left.length > 0) {
      await appendText(paths.workerLog, `${ended.left.join('\n')}\n`).catch(() => undefined);
      await removeTree(claim.path);
      return null;
    }
  }
  return { spec: run.spec, paths, ...beginning(run, { verdict, supervisors, clock }) };
}

async function readRun(stateDir: string, id: RunId): Promise<StoredRun | null> {
  const read = await readRunFolder(stateDir, id);
  return read.kind === 'run' ? read.run : null;
}

interface Claim {
  readonly number: number;
  readonly path: string;
}

/**
 * One supervisor a run: the first takes `claim-1`; one that comes to finish a run whose supervisor died takes
 * the next number, exclusively, so that of two that come only one stays. A claim that names nobody (torn by the disk)
 * is nobody's.
 */
async function takeClaim(paths: RunPaths): Promise<Claim | null> {
  for (let number = 1; ; number += 1) {
    const path = join(paths.folder, `claim-${number}`);
    if (await createExclusively(path, JSON.stringify(ownIdentity()))) return { number, path };
    const holder = parseIdentity(await readTextIfThere(path));
    if (holder !== null && isAlive(holder)) return null;
  }
}

interface Recovering {
  readonly verdict: Recovery;
  readonly supervisors: number;
  readonly clock: Clock;
}

function beginning(
  { spec, record }: StoredRun,
  { verdict, supervisors, clock }: Recovering,
): Pick<TakenRun, 'record' | 'finished'> {
  const { finished } = verdict;
  const told = supervisors === 0 && verdict.kind === 'resumed' ? [] : [recoveryWords(verdict)];
  const before = record ?? firstRecord(spec, clock);
  const progress = finished.includes('open') ? before.progress : begunAnew(before);
  const taken: RunRecord = {
    ...before,
    protocol: RUN_PROTOCOL,
    phase: {
      kind: 'running',
      cursor: { step: finished.at(-1) ?? 'gate', at: finished.length === 0 ? 'begun' : 'done' },
      supervisor: ownIdentity(),
      agent: null,
    },
    progress: { ...progress, recoveries: [...progress.recoveries, ...told] },
  };
  if (!verdict.lost) return { record: taken, finished };
  const message = 'the supervisor of the run died before the agent was done';
  return {
    finished,
    record: {
      ...taken,
      agentExit: before.agentExit ?? unseenExit('lost', message),
      failure: before.failure ?? { code: 'lost', message, hint: 'What the agent left was kept.' },
    },
  };
}

/** What was found out of a base that is opened again says nothing of the next. */
function begunAnew({ progress }: RunRecord): RunProgress {
  return { ...EMPTY_PROGRESS, recoveries: progress.recoveries };
}

function firstRecord(spec: RunSpec, clock: Clock): RunRecord {
  return {
    protocol: RUN_PROTOCOL,
    sequence: 0,
    id: spec.id,
    phase: { kind: 'queued' },
    startedAt: clock.now().toISOString(),
    agentExit: null,
    session: null,
    earlier: [],
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
}
