/** One process of a real program, as its adapter plans it: no run around it, no gateway, straight to the scripted model. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { McpServer, SessionPlan } from '../../src/engines/contract.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newUuid } from '../../src/platform/ids.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { superviseAgent } from '../../src/runtime/supervisor/agent-process.ts';
import type { AgentEvent } from '../../src/words/agent-event.ts';
import type { AgentExit } from '../../src/words/agent-exit.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import type { Permissions } from '../../src/words/routine.ts';
import type { GitRepo } from './git-repo.ts';
import type { StubRun } from './model-stub.ts';
import { machineEnvironment, type Bench } from './real-agents-bench.ts';
import { permissions } from './routine.ts';

export interface DirectStart {
  readonly stubRun: StubRun;
  /** The worktree; a run that goes on has it from the one before. */
  readonly repo: GitRepo;
  /** What the engine keeps of itself; likewise. */
  readonly home: string;
  readonly prompt?: string;
  readonly session?: SessionPlan;
  readonly mcp?: readonly McpServer[];
  readonly permissions?: Permissions;
  readonly timeoutMs?: number;
  readonly cancelled?: Promise<string>;
}

export interface DirectRun {
  readonly exit: AgentExit;
  readonly events: readonly AgentEvent[];
  readonly out: string;
  /** Processes that are still there. */
  readonly left: number;
  readonly argv: readonly string[];
  readonly stdout: string;
  readonly stderr: string;
}

export async function runDirect(bench: Bench, start: DirectStart): Promise<DirectRun> {
  const [out, brief] = [bench.folder('out'), bench.folder('brief')];
  const promptFile = join(brief, 'prompt.md');
  writeFileSync(promptFile, start.prompt ?? 'Do what the script says.\n');
  const env = machineEnvironment(bench);
  const ready = await bench.adapter.preflight({ agent: bench.agent, env, root: start.repo.path });
  if (ready.kind !== 'ready') throw new Error(ready.failure.message);
  const plan = bench.adapter.plan({
    agent: bench.agent,
    program: ready.program,
    briefFolder: brief,
    worktree: start.repo.path,
    outFolder: out,
    promptFile,
    gitFolders: [join(start.repo.path, '.git')],
    home: start.home,
    isolation: 'private',
    permissions: start.permissions ?? permissions(),
    access: {
      kind: 'gateway',
      api: bench.under.api,
      baseUrl: start.stubRun.baseUrl,
      key: 'rm-token-of-the-test',
    },
    session: start.session ?? { kind: 'new', id: newUuid() },
    model: bench.under.model,
    mcp: start.mcp ?? [],
    args: [],
  });
  for (const { path, text } of plan.files) {
    const file = join(start.home, path);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, text);
  }
  const runId = `real-${newUuid()}`;
  const events: AgentEvent[] = [];
  const logs = { stdout: join(brief, 'stdout.log'), stderr: join(brief, 'stderr.log') };
  const exit = await superviseAgent({
    runId,
    plan: {
      argv: plan.argv,
      cwd: start.repo.path,
      env: {
        ...env,
        ...IDENTITY,
        TMPDIR: bench.folder('tmp'),
        TERM: 'dumb',
        ROUNDSMAN_RUN: runId,
        ROUNDSMAN_OUT: out,
        ROUNDSMAN_BRIEF: brief,
        ...plan.env,
      },
      stdinPath: plan.stdin === 'prompt' ? promptFile : null,
      timeoutMs: start.timeoutMs ?? 150_000,
      idleTimeoutMs: 150_000,
      stopSignal: plan.stopSignal,
      confinement: 'none',
      network: null,
      gateway: null,
      engine: bench.under.engine,
      usageBefore: null,
      secrets: [],
    },
    logs,
    redactor: makeRedactor([]),
    groupList: join(brief, 'control-groups.txt'),
    disk: { reserveBytes: 0, freeBytes: async () => 0 },
    maxOutputBytes: 10_000_000,
    clock: systemClock,
    cancelled: start.cancelled ?? new Promise(() => undefined),
    forced: new Promise(() => undefined),
    onEvent: (event) => events.push(event),
    onStarted: async () => undefined,
    onLine: () => undefined,
    onNotice: () => undefined,
  });
  return {
    exit,
    events,
    out,
    left: findRunProcesses(runId).length,
    argv: plan.argv,
    stdout: readFileSync(logs.stdout, 'utf8'),
    stderr: readFileSync(logs.stderr, 'utf8'),
  };
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Round',
  GIT_AUTHOR_EMAIL: 'round@example.com',
  GIT_COMMITTER_NAME: 'Round',
  GIT_COMMITTER_EMAIL: 'round@example.com',
  GIT_CONFIG_GLOBAL: '/dev/null',
};
