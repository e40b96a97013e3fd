/** Starting workers. The first one of a run is started beside its supervisor, and handed to it. */
import { platformFacts, type Environment } from '../../platform/environment.ts';
import { startProcess, type StartedProcess } from '../../platform/start-process.ts';
import { SHIPPED_PROGRAMS } from '../../workspace/run-programs.ts';

export function startWorkerProcess(
  part: 'before-work' | 'after-work',
  env: Environment,
  program = SHIPPED_PROGRAMS.worker,
): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, program, part],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
}
