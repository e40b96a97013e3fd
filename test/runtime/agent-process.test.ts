import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { systemClock, type Clock } from '../../src/platform/clock.ts';
import { isAlive } from '../../src/platform/process-identity.ts';
import { findRunProcesses } from '../../src/platform/process-tree.ts';
import { superviseAgent, type AgentWatch } from '../../src/runtime/supervisor/agent-process.ts';
import type { AgentExit } from '../../src/words/agent-exit.ts';
import { makeRedactor } from '../../src/words/redaction/redactor.ts';
import type { ProcessIdentity } from '../../src/words/run-spec.ts';
import { agentProgram } from '../kit/agent-program.ts';
import { temporaryFolder } from '../kit/git-repo.ts';

const NEVER = new Promise<string>(() => undefined);

interface Supervised {
  readonly exit: AgentExit;
  readonly folder: string;
  readonly runId: string;
  readonly identity: ProcessIdentity | null;
  readonly notices: readonly string[];
}

let runs = 0;

async function supervise(
  argv: readonly string[],
  options: {
    timeoutMs?: number;
    idleTimeoutMs?: number;
    maxOutputBytes?: number;
    cancelled?: Promise<string>;
    forced?: Promise<void>;
    clock?: Clock;
    onLine?: () => void;
    onStarted?: () => void;
    disk?: AgentWatch['disk'];
  } = {},
): Promise<Supervised> {
  const folder = temporaryFolder();
  const runId = `test-${process.pid}-${(runs += 1)}`;
  let identity: ProcessIdentity | null = null;
  const notices: string[] = [];
  const watch: AgentWatch = {
    runId,
    plan: {
      argv,
      cwd: folder,
      env: {
        PATH: process.env['PATH'] ?? '',
        ROUNDSMAN_RUN: runId,
        ROUNDSMAN_OUT: folder,
        TMPDIR: folder,
      },
      stdinPath: null,
      timeoutMs: options.timeoutMs ?? 60_000,
      idleTimeoutMs: options.idleTimeoutMs ?? 60_000,
      stopSignal: 'SIGTERM',
      confinement: 'none',
      network: null,
      gateway: null,
      engine: 'command',
      usageBefore: null,
      secrets: [],
    },
    logs: { stdout: join(folder, 'stdout.log'), stderr: join(folder, 'stderr.log') },
    redactor: makeRedactor([]),
    groupList: join(folder, 'control-groups.txt'),
    disk: options.disk ?? { reserveBytes: 0, freeBytes: async () => 0 },
    maxOutputBytes: options.maxOutputBytes ?? 1_000_000,
    clock: options.clock ?? systemClock,
    cancelled: options.cancelled ?? NEVER,
    forced: options.forced ?? new Promise(() => undefined),
    onEvent: () => undefined,
    onStarted: async (started) => {
      identity = started;
      options.onStarted?.();
    },
    onLine: () => options.onLine?.(),
    onNotice: (text) => notices.push(text),
  };
  return { exit: await superviseAgent(watch), folder, runId, identity, notices };
}

describe('superviseAgent', () => {
  it('records the exit code of an agent that ends by itself', async () => {
    // One that ends before it is looked at has no identity.
    const { exit, identity } = await supervise(['sh', '-c', 'sleep 0.5; exit 3']);
    expect(exit).toMatchObject({
      cause: 'exited',
      exitCode: 3,
      signal: null,
      strays: 0,
      message: null,
    });
    expect(identity === null || isAlive(identity)).toBe(false);
  });

  it('says why an agent could not be started', async () => {
    const { exit } = await supervise(['/no/such/agent']);
    expect(exit).toMatchObject({
      cause: 'not-started',
      exitCode: null,
      message: 'there is no program /no/such/agent',
    });
  });

  it('ends an agent that passes its time limit, also when it ignores the polite signal', async () => {
    const { exit, runId } = await supervise(agentProgram('ignores-sigterm'), { timeoutMs: 500 });
    expect(exit).toMatchObject({ cause: 'timed-out', exitCode: null, signal: 'SIGKILL' });
    expect(findRunProcesses(runId)).toEqual([]);
  });

  it('ends an agent that prints nothing for too long', async () => {
    const { exit } = await supervise(['sleep', '60'], { idleTimeoutMs: 300 });
    expect(exit.cause).toBe('silent');
  });

  it('gives an agent that is to be terminated no time to tidy up', async () => {
    let cancel: (reason: string) => void = () => undefined;
    const cancelled = new Promise<string>((resolve) => (cancel = resolve));
    // The time of grace never ends.
    const sleep: Clock['sleep'] = (ms, signal) =>
      ms === 5_000 ? NEVER.then(() => undefined) : systemClock.sleep(ms, signal);
    // Cancelled once it says that it ignores the polite signal.
    const stubborn = ['sh', '-c', 'trap "" TERM; echo ready; sleep 60'];
    const { exit, runId } = await supervise(stubborn, {
      cancelled,
      forced: Promise.resolve(),
      clock: { ...systemClock, sleep },
      onLine: () => cancel('a newer slot is due'),
    });
    expect(exit).toMatchObject({ cause: 'cancelled', signal: 'SIGKILL' });
    expect(findRunProcesses(runId)).toEqual([]);
  });

  it('ends an agent when the run is cancelled and keeps the reason', async () => {
    let cancel: (reason: string) => void = () => undefined;
    const cancelled = new Promise<string>((resolve) => (cancel = resolve));
    const { exit } = await supervise(agentProgram('hangs'), {
      cancelled,
      onStarted: () => cancel('asked by ada'),
    });
    expect(exit).toMatchObject({ cause: 'cancelled', message: 'asked by ada' });
  });

  it('ends what left the process group and outlived the agent', async () => {
    const { exit, folder, runId } = await supervise(agentProgram('forks-child'));
    expect(exit).toMatchObject({ cause: 'exited', exitCode: 0, strays: 1 });
    expect(findRunProcesses(runId)).toEqual([]);
    expect(statSync(join(folder, 'heartbeat.txt')).size).toBeGreaterThan(0);
  });

  it('ends an agent when the disk is nearly full, and says so', async () => {
    const { exit, runId } = await supervise(agentProgram('hangs'), {
      disk: { reserveBytes: 250_000_000, freeBytes: async () => 120_000_000 },
      clock: {
        ...systemClock,
        sleep: (ms, signal) => systemClock.sleep(ms === 50 ? 20 : ms, signal),
      },
    });
    expect(exit).toMatchObject({
      cause: 'disk-full',
      message:
        'only 120 MB were left on the disk while the agent worked, less than half of the floor (250 MB), and it was ended',
    });
    expect(findRunProcesses(runId)).toEqual([]);
  });

  it('keeps the beginning and the end of a flood and counts the rest', async () => {
    const bytes = 50_000_000;
    const { exit, folder } = await supervise(agentProgram('floods-stdout', String(bytes)), {
      maxOutputBytes: 100_000,
    });
    expect(exit).toMatchObject({
      cause: 'exited',
      exitCode: 0,
      outputBytes: bytes,
      droppedBytes: bytes - 100_000,
    });
    const log = readFileSync(join(folder, 'stdout.log'), 'utf8');
    expect(log).toContain(`\n[${bytes - 100_000} bytes of output were not kept]\n`);
    expect(log.length).toBeLessThan(101_000);
  });
});
