/**
 * The supervisor of one run: a process in a session of its own that outlives the process that started it.
 *
 * Started warm: its run's folder comes as one line on stdin once the run has been admitted; an end of stdin
 * before that means that there is no run, and it exits. It loads Node's built-ins and a few small files
 * of ours, nothing else, because it may wait for hours. A worker does the steps before and after the agent; it lives
 * only as long as it has something to do. The process that started this one hands over the first worker, named by
 * its identity as the one argument; without that argument the first worker is started here.
 */
import { dirname } from 'node:path';

import { systemClock } from '../../platform/clock.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { appendText } from '../../platform/files.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { sourceStack } from '../../platform/source-stack.ts';
import { readLine } from '../../platform/standard-input.ts';
import { adoptProcess, type StartedProcess } from '../../platform/start-process.ts';
import { commandLine } from '../../platform/terminal.ts';
import { makeRedactor } from '../../words/redaction/redactor.ts';
import { secretsOfRun } from '../../words/redaction/secret.ts';
import { noProbe, type StepProbe } from '../../words/step-probe.ts';
import { SHIPPED_PROGRAMS, type RunPrograms } from '../../workspace/run-programs.ts';
import { startWorkerProcess } from '../warm-supervisor.ts';
import { watchForCancel, watchLease } from './cancel-watch.ts';
import { openRecordWriter } from './record-writer.ts';
import { superviseRun } from './supervise-run.ts';
import { takeRun } from './take-run.ts';
import { linkWorker, type WorkerLink, openWorkers } from './worker-link.ts';

/** What the process is for, whole; it ends when this has. */
export async function serveRun(parts: Omit<Attendance, 'first'> = {}): Promise<void> {
  const { worker } = parts.programs ?? SHIPPED_PROGRAMS;
  const handed = parseIdentity(commandLine()[0] ?? null);
  const first =
    handed === null
      ? startWorkerProcess('before-work', readEnvironment(), worker)
      : adoptProcess(handed);
  await attendRun({ ...parts, first });
}

/** From the moment a supervisor is told its run to the end of that run. */
interface Attendance {
  /** A worker that was started ahead and waits for its run. */
  readonly first: StartedProcess;
  readonly programs?: RunPrograms;
  readonly probe?: StepProbe;
}

async function attendRun({
  first,
  programs = SHIPPED_PROGRAMS,
  probe = noProbe,
}: Attendance): Promise<void> {
  const warm = linkWorker(first, systemClock);
  const folder = await readLine();
  const taken = folder === null ? null : await takeRun(folder, { clock: systemClock, probe });
  if (taken === null) {
    warm.close();
    return;
  }
  const { spec, paths, record, finished } = taken;
  const redactor = makeRedactor(
    secretsOfRun(spec.routine, readEnvironment(), spec.settings.connections),
  );
  const writer = await openRecordWriter({ paths, first: record, redactor });
  await probe('supervisor/state-stored');
  const lease = await watchLease(
    {
      stateDir: dirname(dirname(paths.folder)),
      run: spec.part?.of ?? spec.id,
      leased: spec.leased === true,
    },
    systemClock,
  );
  const cancel = watchForCancel(paths.cancel, systemClock, lease);
  const workers = openWorkers({
    // It waited, maybe for long, and may have died meanwhile.
    first: (await hasEnded(first)) ? null : warm,
    clock: systemClock,
    start: () => anotherWorker(programs),
    assign: (link) =>
      link.assign({ folder: paths.folder, log: paths.workerLog, runId: spec.id, redactor }),
  });
  const run = superviseRun({
    spec,
    paths,
    clock: systemClock,
    writer,
    redactor,
    cancel,
    leaseLost: () => lease.lost(),
    finished,
    probe,
    programs,
    workers,
  });
  const end = await run.catch(async (thrown: unknown) => {
    // A fault of ours. The run stays as it is stored, and is found lost; the reason must not be.
    const text = thrown instanceof Error ? sourceStack(thrown) : String(thrown);
    const line = redactor.text(`the supervisor failed: ${text}\n`);
    await appendText(paths.workerLog, line).catch(() => undefined);
    throw thrown;
  });
  cancel.stop();
  lease.stop();
  // One that rests keeps everything.
  if (end === 'ended') await workers.current().cleanUp(writer.current());
  await probe('supervisor/cleaned-up');
  workers.release();
  await writer.close();
}

function anotherWorker(programs: RunPrograms): WorkerLink {
  const started = startWorkerProcess('after-work', readEnvironment(), programs.worker);
  return linkWorker(started, systemClock);
}

/** As far as is known now: of two settled promises the first wins. */
async function hasEnded(process: StartedProcess): Promise<boolean> {
  return (await Promise.race([process.ended, Promise.resolve(null)])) !== null;
}
