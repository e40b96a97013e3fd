/** Starts the process that holds the index of a workspace. */
import { platformFacts } from '../../platform/environment.ts';
import { packageFile } from '../../platform/package.ts';
import { startProcess, type StartedProcess } from '../../platform/start-process.ts';
import type { Workspace } from '../../workspace/contract.ts';

const PROGRAM = packageFile('dist/daemon/chore/main.js');

/**
 * Many small things come and go while an index is made: a small nursery, and a heap that grows in small steps, keep the whole
 * small (Node 24: 204 instead of 314 MB for 20,000 reports). An index of some hundred thousand reports still fits.
 */
const NODE_FLAGS = ['--max-semi-space-size=2', '--optimize-for-size', '--max-old-space-size=768'];

export function startSearchProcess({
  location,
  env,
}: Pick<Workspace, 'location' | 'env'>): StartedProcess {
  return startProcess({
    argv: [platformFacts().execPath, ...NODE_FLAGS, PROGRAM, 'search', location.root],
    cwd: '/',
    env,
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'ignore',
    ownSession: false,
  });
}
