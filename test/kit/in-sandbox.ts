/** Programs started as a run at level `sandbox` would start them. Needs bubblewrap. */
import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';

import type { Purpose } from '../../src/sandbox/contract.ts';
import type { OpenedBase, WorktreeRequest } from '../../src/sandbox/run-worktree.ts';
import { commandEnvironment } from '../../src/worktrees/command-environment.ts';
import { enclose } from '../../src/worktrees/enclose.ts';
import { openRunRepository } from '../../src/worktrees/open-run-repository.ts';
import { prepareWorktree } from '../../src/worktrees/prepare-worktree.ts';
import { worktreeRequest, type RequestOptions } from './worktree-run.ts';

export interface Inside {
  readonly request: WorktreeRequest;
  readonly opened: OpenedBase;
  readonly notices: readonly string[];
  /** A shell script as that part of the run; what it printed, both together, and how it ended. */
  run(script: string, purpose?: Purpose): Promise<Printed>;
}

export interface Printed {
  readonly exitCode: number | null;
  readonly text: string;
}

/** Opened and prepared at level sandbox, ready for its agent. */
export async function insideRun(repository: string, options: RequestOptions = {}): Promise<Inside> {
  const request = await worktreeRequest(repository, {
    ...options,
    workspace: { isolation: 'sandbox', history: 'auto', ...options.workspace },
  });
  const opened = await openRunRepository(request);
  const prepared = await prepareWorktree(request, opened);
  return {
    request,
    opened,
    notices: [...opened.notices, ...prepared.notices],
    run: async (script, purpose = 'agent') => runInside(request, script, purpose),
  };
}

export async function runInside(
  request: WorktreeRequest,
  script: string,
  purpose: Purpose,
): Promise<Printed> {
  mkdirSync(request.paths.bridge, { recursive: true });
  const enclosed = await enclose(request, purpose, {
    argv: ['sh', '-c', `exec 2>&1; ${script}`],
    cwd: request.paths.worktree,
    env: commandEnvironment(request),
  });
  const [program = '', ...args] = enclosed.argv;
  const handed = enclosed.handedFiles.map((file) => openSync(file, 'r'));
  const ran = spawnSync(program, args, {
    cwd: enclosed.cwd,
    env: enclosed.env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe', ...handed],
  });
  handed.forEach((descriptor) => closeSync(descriptor));
  return { exitCode: ran.status, text: `${ran.stdout}${ran.stderr}`.trim() };
}
