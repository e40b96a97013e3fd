/** Starting workers. Small on purpose: it is all that a supervisor loads before its first worker is on the way. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { platformFacts, readEnvironment } from '../../platform/environment.ts';
import { startProcess, type StartedProcess } from '../../platform/start-process.ts';

const here = dirname(fileURLToPath(import.meta.url));
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const WORKER = join(here, '..', 'worker', `main.${extension}`);

export function startWorkerProcess(part: 'before-work' | 'after-work'): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, WORKER, part],
    cwd: '/',
    env: readEnvironment(),
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
}
