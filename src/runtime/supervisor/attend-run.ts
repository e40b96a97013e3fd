/** From the moment a supervisor is told its run to the end of that run. */
import { join } from 'node:path';

import { makeRedactor } from '../../domain/redaction/redactor.ts';
import { secretsOfRun } from '../../domain/redaction/run-secrets.ts';
import { resumeAfterLoss } from '../../domain/run-program.ts';
import {
  EMPTY_PROGRESS,
  RUN_PROTOCOL,
  RUN_STEPS,
  type RunRecord,
  type RunSpec,
  type RunStep,
} from '../../domain/run.ts';
import { noProbe, type StepProbe } from '../../domain/step-probe.ts';
import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { appendText, createExclusively, readTextIfThere } from '../../platform/files.ts';
import { tryParseJson } from '../../platform/json.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { signalRunProcesses } from '../../platform/process-tree.ts';
import { readFirstLine } from '../../platform/standard-input.ts';
import type { StartedProcess } from '../../platform/start-process.ts';
import { isRunRecord, isRunSpec } from '../../store/files/run-guards.ts';
import { runPaths, type RunPaths } from '../../store/state-paths.ts';
import { SHIPPED_PROGRAMS, type RunPrograms } from '../run-programs.ts';
import { watchForCancel } from './cancel-watch.ts';
import { openRecordWriter } from './record-writer.ts';
import { superviseRun } from './supervise-run.ts';
import { linkWorker, type WorkerLink } from './worker-link.ts';
import { startWorkerProcess } from './worker-process.ts';

export interface Attendance {
  /** A worker that was started ahead and waits for its run. */
  readonly first: StartedProcess;
  readonly programs?: RunPrograms;
  readonly probe?: StepProbe;
}

export async function attendRun({
  first,
  programs = SHIPPED_PROGRAMS,
  probe = noProbe,
}: Attendance): Promise<void> {
  let worker: WorkerLink | null = linkWorker(first, systemClock);
  const folder = await readFirstLine();
  const spec = folder === null ? null : await readSpec(folder);
  if (folder === null || spec === null) {
    worker.close();
    return;
  }
  const paths = runPaths(spec.workspace.stateDir, spec.id);
  await probe('supervisor/told');
  if (!(await claim(paths))) {
    worker.close();
    return;
  }
  await probe('supervisor/claimed');
  const { record, finished } = await startingPoint(paths, spec);
  const redactor = makeRedactor(secretsOfRun(spec.routine, readEnvironment()));
  const writer = await openRecordWriter(paths, record, redactor);
  await probe('supervisor/state-stored');
  const cancel = watchForCancel(paths.cancel, systemClock);
  const assign = (link: WorkerLink): WorkerLink => {
    link.assign({ folder: paths.folder, log: paths.workerLog, runId: spec.id, redactor });
    return link;
  };
  // It waited, maybe for long, and may have died meanwhile: then another one is started when a step needs it.
  if (await hasEnded(first)) worker = null;
  else assign(worker);
  const run = superviseRun({
    spec,
    paths,
    clock: systemClock,
    writer,
    redactor,
    cancel,
    finished,
    probe,
    worker: () => (worker ??= assign(anotherWorker(programs))),
    releaseWorker: () => {
      worker?.close();
      worker = null;
    },
  });
  await run.catch(async (thrown: unknown) => {
    // A fault of ours. The run stays as it is stored, and is found lost; the reason must not be.
    const text = thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
    await appendText(paths.workerLog, redactor.text(`the supervisor failed: ${text}\n`));
    throw thrown;
  });
  cancel.stop();
  await worker?.cleanUp(writer.current());
  await probe('supervisor/cleaned-up');
  worker?.close();
}

function anotherWorker(programs: RunPrograms): WorkerLink {
  const started = startWorkerProcess('after-work', readEnvironment(), programs.worker);
  return linkWorker(started, systemClock);
}

/** As far as is known now: of two settled promises the first wins. */
async function hasEnded(process: StartedProcess): Promise<boolean> {
  return (await Promise.race([process.ended, Promise.resolve(null)])) !== null;
}

async function readSpec(folder: string): Promise<RunSpec | null> {
  const value = tryParseJson((await readTextIfThere(join(folder, 'spec.json'))) ?? '');
  return isRunSpec(value) ? value : null;
}

/**
 * One supervisor a run: the first takes `claim-1`; one that comes to finish a run whose supervisor died takes
 * the next number, exclusively, so that of two that come only one stays.
 */
async function claim(paths: RunPaths): Promise<boolean> {
  for (let number = 1; ; number += 1) {
    const path = join(paths.folder, `claim-${number}`);
    if (await createExclusively(path, JSON.stringify(ownIdentity()))) return true;
    const holder = parseIdentity(await readTextIfThere(path));
    if (holder !== null && isAlive(holder)) return false;
  }
}

interface StartingPoint {
  readonly record: RunRecord;
  readonly finished: readonly RunStep[];
}

/** A fresh run starts at its first step. One whose supervisor died goes on where it was, never at `work`. */
async function startingPoint(paths: RunPaths, spec: RunSpec): Promise<StartingPoint> {
  const stored = tryParseJson((await readTextIfThere(paths.state)) ?? '');
  if (!isRunRecord(stored)) return { record: firstRecord(spec), finished: [] };
  const { lost, resumeAt } = resumeAfterLoss(stored);
  const finished = resumeAt === null ? RUN_STEPS : RUN_STEPS.slice(0, RUN_STEPS.indexOf(resumeAt));
  if (!lost) return { record: stored, finished };
  const strays = signalRunProcesses(spec.id, 'SIGKILL').length;
  const message = 'the supervisor of the run died before the agent was done';
  const agentExit = stored.agentExit ?? {
    cause: 'lost' as const,
    exitCode: null,
    signal: null,
    durationMs: 0,
    outputBytes: 0,
    droppedBytes: 0,
    strays,
    denied: [],
    message,
  };
  const failure = stored.failure ?? {
    code: 'lost',
    message,
    hint: 'What the agent left was kept.',
  };
  return { record: { ...stored, agentExit, failure }, finished };
}

function firstRecord(spec: RunSpec): RunRecord {
  return {
    protocol: RUN_PROTOCOL,
    sequence: 0,
    id: spec.id,
    phase: {
      kind: 'running',
      cursor: { step: 'gate', at: 'begun' },
      supervisor: ownIdentity(),
      agent: null,
    },
    startedAt: systemClock.now().toISOString(),
    agentExit: null,
    progress: EMPTY_PROGRESS,
    failure: null,
    skipped: null,
  };
}
