/**
 * One agent's process, from start to the end of the last process it left behind.
 *
 * Failures are facts on the result. The first cause wins: what happens while the agent is being ended does
 * not change why it was ended. To end it: ask (the engine's own signal, to the whole tree), wait five
 * seconds, force. Deadlines count monotonic time, so neither a set clock nor a sleep of the machine moves them.
 */
import type { GatewayStop } from '../../engines/gateway/contract.ts';
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import type { Clock } from '../../platform/clock.ts';
import { type ConfinedProcess, startConfined } from '../../platform/confined-process.ts';
import type { EndOutcome } from '../../platform/end-processes.ts';
import type { ProcessEnd, StartedProcess } from '../../platform/start-process.ts';
import { holdsFileOf, type ProgramLimits } from '../../platform/watch-resources.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import type { AgentExit, AgentOutcome } from '../../words/agent-exit.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { formatLimit, type LimitMet } from '../../words/resource-limits.ts';
import type { ProcessIdentity } from '../../words/run-spec.ts';
import { oneLine } from '../../words/text.ts';
import { withAgentGateway, withAgentNetwork, withAgentLogin } from './agent-gateway.ts';
import {
  closeAgentLogs,
  type LogPlaces,
  openAgentLogs,
  readAgentOutput,
  openAgentStream,
} from './agent-stream.ts';
import { type Exceeded, watchBounds } from './bounds-watch.ts';

// The agent's tools: there before it starts, gone when its last process has ended. A run without them goes on by files.

interface ToolsWatch {
  readonly plan: Pick<LaunchPlan, 'tools'>;
  readonly clock: Clock;
  readonly onNotice: (text: string) => void;
}

export async function withAgentTools<Result>(
  { plan, clock, onNotice }: ToolsWatch,
  supervise: () => Promise<Result>,
): Promise<Result> {
  const { tools } = plan;
  if (tools === undefined) return supervise();
  const without = (why: string): null => {
    onNotice(`the agent had no tools of Roundsman, only files: ${oneLine(why)}`);
    return null;
  };
  if (tools.kind === 'unavailable') {
    without(tools.why);
    return supervise();
  }
  // Few commands offer any, and a supervisor is to stay small.
  const { serveTools } = await import('./serve-tools.ts');
  const served = await serveTools(tools, { clock, onNotice }).catch((thrown: unknown) =>
    without(thrown instanceof Error ? thrown.message : String(thrown)),
  );
  try {
    return await supervise();
  } finally {
    await served?.close();
  }
}

/** How long pipes may stay open once nothing of the run is alive any more. */
const DRAIN_MS = 1_000;
/** A fast disk takes a gigabyte in a second: the less there is left, the more often it is looked at. */
const LOOK_AT_DISK_EVERY_MS = 1_000;
const LOOK_CLOSELY_EVERY_MS = 50;
const CLOSE_BYTES = 5_000_000_000;

export interface AgentWatch extends LogPlaces {
  readonly runId: string;
  readonly plan: LaunchPlan;
  /** Where the control groups of the run are listed. */
  readonly groupList: string;
  readonly clock: Clock;
  readonly disk: DiskWatch;
  /** Of what it takes of the machine; without it: none. */
  readonly limits?: ProgramLimits;
  /** Resolves with the reason when a stop of the run is requested. */
  readonly cancelled: Promise<string>;
  /** Resolves when it is to end without the time to tidy up. */
  readonly forced: Promise<void>;
  onStarted(identity: ProcessIdentity): Promise<void>;
  onLine(text: string): void;
  /** Of engines whose stream tells more than lines. */
  readonly onEvent: (event: AgentEvent) => void;
  /** For the report: what did not go as it should, and is no reason to fail. */
  readonly onNotice: (text: string) => void;
}

interface DiskWatch {
  /** With less free space than this the agent is ended; 0 disables the check. */
  readonly reserveBytes: number;
  freeBytes(): Promise<number>;
}

type Cause =
  | { readonly kind: 'ended' | 'timed-out' | 'silent' }
  | {
      readonly kind: 'cancelled' | 'disk-full' | 'over-limit' | GatewayStop['cause'];
      readonly reason: string;
      /** Which one, where its own stream told. */
      readonly bound?: Exceeded['bound'];
    };

export async function superviseAgent(watch: AgentWatch): Promise<AgentExit> {
  const { plan, clock } = watch;
  return withAgentLogin(watch, () =>
    withAgentNetwork(plan, clock, () =>
      withAgentTools(watch, () =>
        withAgentGateway(watch, (stopped) => superviseProcess(watch, stopped)),
      ),
    ),
  );
}

async function superviseProcess(
  watch: AgentWatch,
  stopped: Promise<GatewayStop>,
): Promise<AgentExit> {
  const { clock, plan } = watch;
  const startedAt = clock.monotonic();
  const logs = await openAgentLogs(watch);
  const bounds = watchBounds(plan.bounds, (text) => watch.onNotice(text));
  const stream = await openAgentStream(plan, (event) => {
    bounds.take(event);
    watch.onEvent(event);
  });
  const agent = startConfined({
    runId: watch.runId,
    confinement: plan.confinement,
    led: plan.network !== null,
    groupList: watch.groupList,
    clock,
    argv: plan.argv,
    handedFiles: plan.handedFiles ?? [],
    cwd: plan.cwd,
    env: plan.env,
    stdin: plan.stdinPath === null ? 'empty' : { file: plan.stdinPath },
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
    ...(watch.limits === undefined ? {} : { limits: watch.limits }),
  });
  const output = readAgentOutput(agent, logs, { ...watch, stream });
  if (agent.identity !== null) await watch.onStarted(agent.identity);

  const stop = new AbortController();
  const first = await firstCause({
    agent,
    watch,
    stopped,
    exceeded: bounds.exceeded,
    stop: stop.signal,
    lastOutput: output.lastAt,
  });
  stop.abort();
  const cause = first.kind === 'ended' ? await causeOfEnd(agent, watch) : first;
  const ending = await endAll(agent, watch, cause);
  const end = await endOf(agent, ending, clock);
  await Promise.race([output.closed, clock.sleep(DRAIN_MS)]);
  const kept = await closeAgentLogs(logs);
  const told = end.startError === null ? stream?.close(end) : undefined;
  return {
    cause: end.startError !== null ? 'not-started' : exitCause(cause, end.signal),
    exitCode: end.exitCode,
    signal: end.signal,
    durationMs: Math.round(clock.monotonic() - startedAt),
    outputBytes: kept.total,
    droppedBytes: kept.dropped,
    strays: cause.kind === 'ended' ? ending.ended : 0,
    denied: told?.denied ?? [],
    message: end.startError ?? ('reason' in cause ? cause.reason : null),
    outcome: boundedOutcome(told?.outcome ?? null, cause),
    gateway: null,
  };
}

/** Its stream broke off because we ended it: the bound is how it ended. */
function boundedOutcome(outcome: AgentOutcome | null, cause: Cause): AgentOutcome | null {
  if (outcome === null || cause.kind !== 'over-budget') return outcome;
  return { ...outcome, end: { reason: cause.bound ?? 'budget', message: cause.reason } };
}

function exitCause(cause: Cause, signal: string | null): AgentExit['cause'] {
  if (cause.kind !== 'ended') return cause.kind;
  return signal === null ? 'exited' : 'signalled';
}

interface CauseRequest {
  readonly agent: ConfinedProcess;
  readonly watch: AgentWatch;
  readonly stopped: Promise<GatewayStop>;
  readonly stop: AbortSignal;
  readonly lastOutput: () => number;
  readonly exceeded: Promise<Exceeded>;
}

async function firstCause(request: CauseRequest): Promise<Cause> {
  const { agent, watch, stop, stopped, exceeded, lastOutput } = request;
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
    stopped.then(({ cause, ...told }): Cause => ({ kind: cause, ...told })),
    clock.sleep(plan.timeoutMs, stop).then((): Cause => ({ kind: 'timed-out' })),
    silence().then((): Cause => ({ kind: 'silent' })),
    untilDiskFull(watch, stop),
    agent.limitMet.then(overLimit),
    exceeded.then((bound): Cause => ({ kind: 'over-budget', ...bound })),
  ]);
}

/** The system may have ended it for a limit, before anybody saw that it was met. */
async function causeOfEnd(agent: ConfinedProcess, { limits }: AgentWatch): Promise<Cause> {
  const end = await agent.ended;
  const met = agent.whyEnded(end);
  if (met !== null) return overLimit(met);
  if (limits === undefined || end.exitCode === 0) return { kind: 'ended' };
  const { fileBytes, folders } = limits;
  if (!(await holdsFileOf(folders, fileBytes))) return { kind: 'ended' };
  return overLimit({ limit: 'file-size', used: fileBytes, allowed: fileBytes });
}

function overLimit(met: LimitMet): Cause {
  return { kind: 'over-limit', reason: formatLimit('the agent', met) };
}

/** Pending while there is room, while the free space is unknown, and when the reserve is 0. */
async function untilDiskFull({ disk, clock }: AgentWatch, stop: AbortSignal): Promise<Cause> {
  let pause = LOOK_CLOSELY_EVERY_MS;
  while (disk.reserveBytes > 0 && !stop.aborted) {
    await clock.sleep(pause, stop);
    if (stop.aborted) break;
    const free = await disk.freeBytes().catch(() => Infinity);
    pause = free < disk.reserveBytes + CLOSE_BYTES ? LOOK_CLOSELY_EVERY_MS : LOOK_AT_DISK_EVERY_MS;
    if (free < disk.reserveBytes) return { kind: 'disk-full', reason: diskWords(free, disk) };
  }
  return new Promise(() => undefined);
}

function diskWords(free: number, { reserveBytes }: DiskWatch): string {
  return `only ${formatBytes(free)} were left on the disk while the agent worked, less than half of the floor (${formatBytes(reserveBytes)}), and it was ended`;
}

/** What outlived the agent is asked with the signal that every program knows. */
async function endAll(
  agent: ConfinedProcess,
  watch: AgentWatch,
  cause: Cause,
): Promise<EndOutcome> {
  const ending = await agent.endAll(
    cause.kind === 'ended'
      ? { signal: 'SIGTERM' }
      : cause.kind === 'over-limit'
        ? { signal: 'SIGKILL' }
        : { signal: watch.plan.stopSignal, forced: watch.forced },
  );
  for (const line of ending.left) watch.onNotice(line);
  return ending;
}

/** One that cannot be ended is not waited for. */
async function endOf(
  agent: StartedProcess,
  { left }: EndOutcome,
  clock: Clock,
): Promise<ProcessEnd> {
  if (left.length === 0) return agent.ended;
  const unknown = { exitCode: null, signal: null, startError: null };
  return Promise.race([agent.ended, clock.sleep(DRAIN_MS).then(() => unknown)]);
}
