/** Starting supervisors. They are processes of their own and go on when this one ends. */
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { platformFacts, type Environment } from '../platform/environment.ts';
import { startProcess } from '../platform/start-process.ts';
import type { WarmSupervisor } from './contract.ts';

const here = dirname(fileURLToPath(import.meta.url));
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
const PROGRAM = join(here, '..', 'runtime', 'supervisor', `main.${extension}`);

/** Starts one that loads its parts and then waits for its run. */
export function warmSupervisor(env: Environment): WarmSupervisor {
  const supervisor = startProcess({
    // It runs little code and may wait for hours: without the compiler to machine code it takes half the memory
    // that it would take beyond a bare Node.
    argv: [platformFacts().execPath, '--jitless', PROGRAM],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'ignore',
    stderr: 'ignore',
    ownSession: true,
  });
  supervisor.release();
  return {
    assign: (runFolder) => void supervisor.stdin?.end(`${runFolder}\n`),
    dismiss: () => void supervisor.stdin?.end(),
  };
}
