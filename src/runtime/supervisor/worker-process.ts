/** Starting workers. The first one of a run is started beside its supervisor, and handed to it. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { platformFacts, type Environment } from '../../platform/environment.ts';
import { startProcess, type StartedProcess } from '../../platform/start-process.ts';

const here = dirname(fileURLToPath(import.meta.url));
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = join(here, '..', 'worker', `main.${extension}`);

export function startWorkerProcess(
  part: 'before-work' | 'after-work',
  env: Environment,
): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, WORKER, part],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
}
