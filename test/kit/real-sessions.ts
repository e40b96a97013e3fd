/** Sessions of real programs: one process as its adapter plans it, left to itself, so that a test looks at its store meanwhile. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { SessionPlan } from '../../src/engines/contract.ts';
import { newUuid } from '../../src/platform/ids.ts';
import { signalRunProcesses } from '../../src/platform/process-tree.ts';
import type { GitRepo } from './git-repo.ts';
import type { Script, StubRun } from './model-stub.ts';
import { machineEnvironment, type Bench } from './real-agents-bench.ts';
import { permissions } from './routine.ts';

export interface RealSessionStart {
  readonly repo: GitRepo;
  /** `agentHome` of the run: its store is made below. */
  readonly home: string;
  readonly script: Script;
  readonly prompt: string;
  readonly session?: SessionPlan;
}

export interface RealSession {
  readonly child: ChildProcess;
  /** The model that it talks to. */
  readonly model: StubRun;
  /** Until it has ended by itself. */
  readonly ended: Promise<void>;
  /** Until this file of the worktree is there: a tool of it is at work. */
  until(name: string): Promise<void>;
  /** Ends the program as a crash would, and what its tools left behind. */
  kill(): Promise<void>;
}

export async function startRealSession(
  bench: Bench,
  { repo, home, script, prompt, session = { kind: 'new', id: newUuid() } }: RealSessionStart,
): Promise<RealSession> {
  const brief = bench.folder('brief');
  const promptFile = join(brief, 'prompt.md');
  writeFileSync(promptFile, prompt);
  const stubRun = await bench.stub.play(script);
  const env = machineEnvironment(bench);
  const ready = await bench.adapter.preflight({ agent: bench.agent, env, root: repo.path });
  if (ready.kind !== 'ready') throw new Error(ready.failure.message);
  const plan = bench.adapter.plan({
    agent: bench.agent,
    program: ready.program,
    briefFolder: brief,
    worktree: repo.path,
    outFolder: bench.folder('out'),
    promptFile,
    gitFolders: [join(repo.path, '.git')],
    home,
    isolation: 'private',
    permissions: permissions(),
    access: {
      kind: 'gateway',
      api: bench.under.api,
      baseUrl: stubRun.baseUrl,
      key: 'rm-token-of-the-test',
    },
    session,
    model: bench.under.model,
    mcp: [],
    args: [],
  });
  for (const { path, text } of plan.files) {
    mkdirSync(dirname(join(home, path)), { recursive: true, mode: 0o700 });
    writeFileSync(join(home, path), text);
  }
  const marker = `session-${newUuid()}`;
  const [program, ...args] = plan.argv;
  const [input, output] = [openSync(promptFile, 'r'), openSync(join(brief, 'output.log'), 'w')];
  const child = spawn(program ?? '', args, {
    cwd: repo.path,
    env: {
      ...env,
      ...IDENTITY,
      TMPDIR: bench.folder('tmp'),
      TERM: 'dumb',
      ROUNDSMAN_RUN: marker,
      ...plan.env,
    },
    stdio: [input, output, output],
  });
  const gone = once(child, 'exit');
  closeSync(input);
  closeSync(output);
  return {
    child,
    model: stubRun,
    ended: gone.then(() => undefined),
    until: (name) => untilThere(join(repo.path, name), child),
    kill: async () => {
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
      await gone;
      signalRunProcesses(marker, 'SIGKILL');
    },
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Round',
  GIT_AUTHOR_EMAIL: 'round@example.com',
  GIT_COMMITTER_NAME: 'Round',
  GIT_COMMITTER_EMAIL: 'round@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
};

async function untilThere(path: string, child: ChildProcess): Promise<void> {
  while (!existsSync(path)) {
    if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode} before ${path}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
