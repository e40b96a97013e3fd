/**
 * One agent's process, from start to the end of the last process it left behind.
 *
 * Failures are facts on the result. The first cause wins: what happens while the agent is being ended does
 * not change why it was ended. To end it: ask (the engine's own signal, to the whole tree), wait five
 * seconds, force. Deadlines count monotonic time, so neither a set clock nor a sleep of the machine moves them.
 */
import type { Redactor } from '../../domain/redaction/redactor.ts';
import type { AgentExit, LaunchPlan, ProcessIdentity } from '../../domain/run.ts';
import { oneLine } from '../../domain/text.ts';
import { openCappedLog, type CappedLog } from '../../platform/capped-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { identifyProcess } from '../../platform/process-identity.ts';
import { findRunProcesses, signalRunProcesses } from '../../platform/process-tree.ts';
import { startProcess, type StartedProcess } from '../../platform/start-process.ts';
import { withAgentNetwork } from './agent-network.ts';

const GRACE_MS = 5_000;
/** How long pipes may stay open once nothing of the run is alive any more. */
const DRAIN_MS = 1_000;
const LINE_EVERY_MS = 250;

export interface AgentWatch {
  readonly runId: string;
  readonly plan: LaunchPlan;
  readonly logs: { readonly stdout: string; readonly stderr: string };
  /** For each of the two logs. */
  readonly maxOutputBytes: number;
  readonly redactor: Redactor;
  readonly clock: Clock;
  /** Resolves with the reason when somebody wants the run to stop. */
  readonly cancelled: Promise<string>;
  /** Resolves when it is to end without the time to tidy up. */
  readonly forced: Promise<void>;
  onStarted(identity: ProcessIdentity): Promise<void>;
  onLine(text: string): void;
}

type Cause =
  | { readonly kind: 'ended' | 'timed-out' | 'silent' }
  | { readonly kind: 'cancelled'; readonly reason: string };

export async function superviseAgent(watch: AgentWatch): Promise<AgentExit> {
  return withAgentNetwork(watch.plan, watch.clock, () => superviseProcess(watch));
}

async function superviseProcess(watch: AgentWatch): Promise<AgentExit> {
  const { clock, plan } = watch;
  const startedAt = clock.monotonic();
  const logRules = { maxBytes: watch.maxOutputBytes, redactor: watch.redactor };
  const logs = {
    stdout: await openCappedLog(watch.logs.stdout, logRules),
    stderr: await openCappedLog(watch.logs.stderr, logRules),
  };
  const agent = startProcess({
    argv: plan.argv,
    cwd: plan.cwd,
    env: plan.env,
    stdin: plan.stdinPath === null ? 'empty' : { file: plan.stdinPath },
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
  });
  const output = readOutput(agent, logs, watch);
  const identity = agent.pid === null ? null : identifyProcess(agent.pid);
  if (identity !== null) await watch.onStarted(identity);

  const stop = new AbortController();
  const cause = await firstCause({ agent, watch, stop: stop.signal, lastOutput: output.lastAt });
  stop.abort();
  if (cause.kind !== 'ended') await endTree(agent, watch);
  const end = await agent.ended;
  const strays = await endStrays(watch);
  await Promise.race([output.closed, clock.sleep(DRAIN_MS)]);
  const kept = await closeLogs(logs);
  return {
    cause: end.startError !== null ? 'not-started' : exitCause(cause, end.signal),
    exitCode: end.exitCode,
    signal: end.signal,
    durationMs: Math.round(clock.monotonic() - startedAt),
    outputBytes: kept.total,
    droppedBytes: kept.dropped,
    strays,
    denied: [],
    message: end.startError ?? (cause.kind === 'cancelled' ? cause.reason : null),
  };
}

function exitCause(cause: Cause, signal: string | null): AgentExit['cause'] {
  if (cause.kind !== 'ended') return cause.kind;
  return signal === null ? 'exited' : 'signalled';
}

interface Output {
  readonly lastAt: () => number;
  readonly closed: Promise<unknown>;
}

function readOutput(
  agent: StartedProcess,
  logs: { stdout: CappedLog; stderr: CappedLog },
  watch: AgentWatch,
): Output {
  let lastAt = watch.clock.monotonic();
  let lineAt = -Infinity;
  const listen = (stream: StartedProcess['stdout'], log: CappedLog): Promise<void> =>
    new Promise((resolve) => {
      if (stream === null) {
        resolve();
        return;
      }
      stream.on('data', (chunk: Uint8Array) => {
        log.write(chunk);
        lastAt = watch.clock.monotonic();
        if (lastAt - lineAt < LINE_EVERY_MS) return;
        const line = oneLine(log.lastLine(), 200);
        if (line === '') return;
        lineAt = lastAt;
        watch.onLine(line);
      });
      stream.on('error', () => resolve());
      stream.on('close', () => resolve());
    });
  const closed = Promise.all([
    listen(agent.stdout, logs.stdout),
    listen(agent.stderr, logs.stderr),
  ]);
  return { lastAt: () => lastAt, closed };
}

interface CauseRequest {
  readonly agent: StartedProcess;
  readonly watch: AgentWatch;
  readonly stop: AbortSignal;
  readonly lastOutput: () => number;
}

async function firstCause({ agent, watch, stop, lastOutput }: CauseRequest): Promise<Cause> {
  const { clock, plan } = watch;
  const silence = async (): Promise<void> => {
    for (;;) {
      const left = plan.idleTimeoutMs - (clock.monotonic() - lastOutput());
      if (left <= 0 || stop.aborted) return;
      await clock.sleep(left, stop);
    }
  };
  return Promise.race([
    agent.ended.then((): Cause => ({ kind: 'ended' })),
    watch.cancelled.then((reason): Cause => ({ kind: 'cancelled', reason })),
    clock.sleep(plan.timeoutMs, stop).then((): Cause => ({ kind: 'timed-out' })),
    silence().then((): Cause => ({ kind: 'silent' })),
  ]);
}

async function endTree(agent: StartedProcess, watch: AgentWatch): Promise<void> {
  const roots = agent.pid === null ? [] : [agent.pid];
  signalRunProcesses(watch.runId, watch.plan.stopSignal, roots);
  await Promise.race([agent.ended, watch.forced, watch.clock.sleep(GRACE_MS)]);
  for (let attempt = 0; attempt < 20; attempt += 1) {
    if (signalRunProcesses(watch.runId, 'SIGKILL', roots).length === 0) return;
    await watch.clock.sleep(20);
  }
}

/** Ends what outlived the agent: asked first, forced after the grace time. Returns how many there were. */
async function endStrays(watch: AgentWatch): Promise<number> {
  const first = signalRunProcesses(watch.runId, 'SIGTERM');
  const deadline = watch.clock.monotonic() + GRACE_MS;
  const seen = new Set(first.map((identity) => identity.pid));
  for (let alive = first; alive.length > 0; alive = findRunProcesses(watch.runId)) {
    for (const identity of alive) seen.add(identity.pid);
    if (watch.clock.monotonic() > deadline) signalRunProcesses(watch.runId, 'SIGKILL');
    await watch.clock.sleep(20);
    if (watch.clock.monotonic() > deadline + GRACE_MS) break;
  }
  return seen.size;
}

async function closeLogs(logs: {
  stdout: CappedLog;
  stderr: CappedLog;
}): Promise<{ total: number; dropped: number }> {
  const [stdout, stderr] = [await logs.stdout.close(), await logs.stderr.close()];
  return { total: stdout.total + stderr.total, dropped: stdout.dropped + stderr.dropped };
}
