/**
 * Taking a run: at most one supervisor has it, and begins where the run is. What an earlier one left alive is ended first.
 */
import { basename, dirname, join } from 'node:path';

import type { Clock } from '../../platform/clock.ts';
import {
  appendText,
  createExclusively,
  readTextIfThere,
  removeTree,
} from '../../platform/files.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import type { StoredRun } from '../../store/ports.ts';
import { readRunFolder } from '../../store/run-folder/read-run-folder.ts';
import { pathsOfRun, runPaths, type RunPaths } from '../../store/run-folder/run-paths.ts';
import { unseenExit } from '../../words/agent-exit.ts';
import { endedAttempt } from '../../words/current-attempt.ts';
import { isRunId, type RunId } from '../../words/ids.ts';
import { formatRecovery, isRecovery, judgeRun, type Recovery } from '../../words/judge-run.ts';
import { attemptAfterRest, endOfRest, restPhase, type RestEnd } from '../../words/rest.ts';
import { STEPS_BEFORE_BRIEF } from '../../words/run-program.ts';
import { RUN_PROTOCOL, type RunSpec } from '../../words/run-spec.ts';
import { EMPTY_PROGRESS, type RunProgress, type RunRecord, type RunStep } from '../../words/run.ts';
import type { StepProbe } from '../../words/step-probe.ts';
import { endLeftovers } from '../end-leftovers.ts';
import { attendantOf, isAttended } from '../live-runs.ts';

const LEAVES_WITHIN_MS = 10_000;
const LEAVES_LOOK_MS = 20;

interface TakenRun {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  readonly record: RunRecord;
  /** Steps that are not done (again). */
  readonly finished: readonly RunStep[];
}

interface TakeParts {
  readonly clock: Clock;
  readonly probe: StepProbe;
}

/**
 * `null` when the run is not for this process: another process has it, it has ended, a newer Roundsman made it, it cannot
 * be read, or a process left over from its last attempt cannot be ended.
 */
export async function takeRun(
  folder: string,
  { clock, probe }: TakeParts,
): Promise<TakenRun | null> {
  const id = basename(folder);
  // From the folder, not from the spec: moving the state folder moves its runs.
  const stateDir = dirname(dirname(folder));
  if (!isRunId(id) || (await readRun(stateDir, id)) === null) return null;
  const paths = runPaths(stateDir, id);
  await probe('supervisor/told');
  await untilRested(stateDir, id, clock);
  const claim = await takeClaim(paths);
  if (claim === null) return null;
  await probe('supervisor/claimed');
  // Read once more: the one that had it may have written until it died.
  const run = await readRun(stateDir, id);
  if (run === null) return null;
  // That it is dead, or never came up, is why the claim could be had.
  const found = attendantOf(run);
  const attendant = found === 'alive' ? 'dead' : found;
  const supervisors = claim.number - 1 - (run.record?.rests ?? 0);
  const rest = restEndOf(run, clock);
  const verdict = judgeRun({ run, attendant, supervisors, restOver: rest !== null });
  // Its claim was removed, but its supervisor is still at work.
  const attended = run.record?.phase.kind === 'running' && isAttended(run);
  if (attended || !isRecovery(verdict)) {
    await removeTree(claim.path);
    return null;
  }
  if (claim.number > 1 && verdict.kind !== 'rebooted') {
    const ended = await endLeftovers(stateDir, run, clock);
    if (ended.left.length > 0) {
      await appendText(paths.workerLog, `${ended.left.join('\n')}\n`).catch(() => undefined);
      await removeTree(claim.path);
      return null;
    }
  }
  return {
    spec: run.spec,
    paths: pathsOfRun(stateDir, run.spec),
    ...(await withWhatItUsed(beginning(run, { verdict, rest, supervisors, clock }), stateDir, run)),
  };
}

async function readRun(stateDir: string, id: RunId): Promise<StoredRun | null> {
  const read = await readRunFolder(stateDir, id);
  return read.kind === 'run' ? read.run : null;
}

/** Its last supervisor has said that it rests, and goes away just now. */
async function untilRested(stateDir: string, id: RunId, clock: Clock): Promise<void> {
  const { folder } = runPaths(stateDir, id);
  const deadline = clock.monotonic() + LEAVES_WITHIN_MS;
  while (clock.monotonic() < deadline) {
    const run = await readRun(stateDir, id);
    if (restPhase(run?.record ?? null) === null || !(await anyClaimHeld(folder))) return;
    await clock.sleep(LEAVES_LOOK_MS);
  }
}

async function anyClaimHeld(folder: string): Promise<boolean> {
  for (let number = 1; ; number += 1) {
    const text = await readTextIfThere(join(folder, `claim-${number}`));
    if (text === null) return false;
    const holder = parseIdentity(text);
    if (holder !== null && isAlive(holder)) return true;
  }
}

interface Claim {
  readonly number: number;
  readonly path: string;
}

/**
 * One supervisor per run: the first takes `claim-1`. A supervisor that finishes a run whose supervisor died takes
 * the next number, exclusively, so of two that arrive only one stays. A claim that names no process (torn by the disk)
 * is unowned.
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
  /** Of one that was at rest: why it is not any more. */
  readonly rest: RestEnd | null;
  readonly supervisors: number;
  readonly clock: Clock;
}

function beginning(
  { spec, record }: StoredRun,
  { verdict, rest, supervisors, clock }: Recovering,
): Pick<TakenRun, 'record' | 'finished'> {
  if (record !== null && rest !== null && verdict.kind === 'rested') return afterRest(record, rest);
  const { finished } = verdict;
  const told = supervisors === 0 && verdict.kind === 'resumed' ? [] : [formatRecovery(verdict)];
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

/** Its gateway wrote down each request as it ended: a supervisor that died takes nothing of it along. */
async function withWhatItUsed(
  begun: Pick<TakenRun, 'record' | 'finished'>,
  stateDir: string,
  { spec }: StoredRun,
): Promise<Pick<TakenRun, 'record' | 'finished'>> {
  const { agentExit } = begun.record;
  if (agentExit?.cause !== 'lost' || agentExit.gateway !== null) return begun;
  const { readGatewayRecord } = await import('../../engines/gateway/gateway-log.ts');
  const gateway = await readGatewayRecord(pathsOfRun(stateDir, spec).gatewayLog).catch(() => null);
  return { ...begun, record: { ...begun.record, agentExit: { ...agentExit, gateway } } };
}

function restEndOf({ record, wish }: StoredRun, clock: Clock): RestEnd | null {
  const phase = restPhase(record);
  return phase === null ? null : endOfRest(phase, wish ?? null, clock.now());
}

/** Its steps continue as if they had never stopped, with the agent or, when nothing is to follow, after it. */
function afterRest(record: RunRecord, end: RestEnd): Pick<TakenRun, 'record' | 'finished'> {
  const phase = restPhase(record);
  const next = phase === null ? null : attemptAfterRest(record, phase, end);
  const finished = next === null ? [...STEPS_BEFORE_BRIEF, ...WORKED] : STEPS_BEFORE_BRIEF;
  const { agentExit, progress } = record;
  const isCancelled = end.kind === 'cancelled';
  const notices = end.kind === 'unanswered' ? [...progress.notices, UNANSWERED] : progress.notices;
  return {
    finished,
    record: {
      ...record,
      protocol: RUN_PROTOCOL,
      attempt: next ?? endedAttempt(record),
      agentExit:
        isCancelled && agentExit !== null
          ? { ...agentExit, cause: 'cancelled', message: end.reason }
          : agentExit,
      failure: isCancelled ? { code: 'cancelled', message: end.reason, hint: '' } : record.failure,
      progress: { ...progress, notices },
      phase: {
        kind: 'running',
        cursor: { step: 'work', at: 'done' },
        supervisor: ownIdentity(),
        agent: null,
      },
    },
  };
}

const WORKED = ['brief', 'work'] as const;
const UNANSWERED =
  'the agent asked a question and got no answer in time; the run ended with what it had';

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
