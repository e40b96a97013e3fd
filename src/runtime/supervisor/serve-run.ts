/**
 * The supervisor of one run: a process in a session of its own that outlives whoever started it.
 *
 * Started warm: its run's folder comes as one line on stdin once the run has been admitted; an end of stdin
 * before that means that there is no run, and it goes away. It loads Node's built-ins and a few small files
 * of ours, nothing else, because it may wait for hours; the steps before and after the agent are done by a
 * worker that lives only as long as it has something to do. The first worker is handed over by whoever started this
 * process, named by its identity as the one argument; without one it is started here.
 */
import { adoptProcess } from '../../platform/adopt-process.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { parseIdentity } from '../../platform/lock.ts';
import { commandLine } from '../../platform/terminal.ts';
import { SHIPPED_PROGRAMS } from '../../workspace/run-programs.ts';
import { attendRun, type Attendance } from './attend-run.ts';
import { startWorkerProcess } from './worker-process.ts';

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
