/**
 * Set-up and checks: command lines that the user wrote in the routine, never text from an agent or a ticket,
 * which is why `sh -c` may read them. They run in the worktree, one after the other; when one has ended, or
 * its time is up, so has everything that it started.
 */
import { openCappedLog, type CappedLog, redactBytes } from '../platform/capped-log.ts';
import { startConfined, type ConfinedProcess } from '../platform/confined-process.ts';
import type { ProcessEnd, StartedProcess } from '../platform/start-process.ts';
import type { EnclosedCommand, Purpose } from '../sandbox/contract.ts';
import { withEgress } from '../sandbox/egress/with-egress.ts';
import type { CommandOutcome, WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import { limitHint, formatLimit, type LimitMet } from '../words/resource-limits.ts';
import { stripControls } from '../words/text.ts';
import { enclose } from './enclose.ts';
import { programLimits } from './program-limits.ts';

const TAIL_BYTES = 8_000;
const TAIL_LINES = 20;
const HEAD_BYTES = 4_096;
/** Looked at around what is kept: half a secret is one too. */
const AROUND = 8_192;
const DRAIN_MS = 1_000;

export interface CommandRules {
  readonly purpose: Purpose;
  /** From `commandEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** True for set-up: what comes after a failure is not started. */
  readonly stopAtFailure: boolean;
}

export interface OneCommand {
  readonly purpose: Purpose;
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
}

export interface FullOutcome extends CommandOutcome {
  /** The first of what it printed to stdout, secrets replaced; 4 kB of what came. */
  readonly head: Uint8Array;
}

/** Each is bounded by the routine's timeout. A failure is a fact on the outcome; nothing throws for it. */
export async function runCommands(
  request: WorktreeRequest,
  commands: readonly string[],
  rules: CommandRules,
): Promise<readonly CommandOutcome[]> {
  const outcomes: CommandOutcome[] = [];
  for (const command of commands) {
    if (request.signal?.aborted === true) break;
    request.progress(command);
    const { head: _head, ...outcome } = await runCommand(request, command, {
      purpose: rules.purpose,
      env: rules.env,
      timeoutMs: request.spec.routine.limits.timeoutMs,
    });
    outcomes.push(outcome);
    if (rules.stopAtFailure && outcome.exitCode !== 0) break;
  }
  return outcomes;
}

/** One alone, in `paths.worktree`; what it printed is added to `paths.commandLog`. */
export async function runCommand(
  request: WorktreeRequest,
  command: string,
  { purpose, env, timeoutMs }: OneCommand,
): Promise<FullOutcome> {
  const { clock, paths, spec, redactor } = request;
  const startedAt = clock.monotonic();
  const log = await openCappedLog(paths.commandLog, {
    maxBytes: spec.limits.maxOutputBytes,
    redactor,
  });
  log.write(new TextEncoder().encode(`$ ${stripControls(command)}\n`));
  const enclosed = await enclose(request, purpose, {
    argv: ['sh', '-c', command],
    cwd: paths.worktree,
    env,
  });
  const { network } = enclosed;
  const run = async (): Promise<EndedCommand> => runToEnd(request, { enclosed, log, timeoutMs });
  const { cause, end, left, output } = await withEgress(request, { purpose, network }, run);
  await Promise.race([output.closed, clock.sleep(DRAIN_MS)]);
  await log.close();
  return {
    command,
    exitCode: cause === 'ended' ? end.exitCode : null,
    timedOut: cause === 'timed-out',
    durationMs: Math.round(clock.monotonic() - startedAt),
    tail: [...left, tailOf(output.text(), end)].filter((text) => text !== '').join('\n'),
    head: output.head(),
  };
}

interface EndedCommand {
  readonly cause: Cause;
  readonly end: ProcessEnd;
  /** Which limit it met, and what could not be ended. */
  readonly left: readonly string[];
  readonly output: CommandOutput;
}

/** Nothing that it started is left when this resolves. */
async function runToEnd(
  request: WorktreeRequest,
  command: {
    readonly enclosed: EnclosedCommand;
    readonly log: CappedLog;
    readonly timeoutMs: number;
  },
): Promise<EndedCommand> {
  const { enclosed, log, timeoutMs } = command;
  const { clock, paths, spec } = request;
  const running = startConfined({
    runId: spec.id,
    confinement: enclosed.confinement,
    led: enclosed.network !== null,
    groupList: paths.controlGroups,
    clock,
    argv: enclosed.argv,
    handedFiles: enclosed.handedFiles,
    cwd: enclosed.cwd,
    env: enclosed.env,
    stdin: 'empty',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: true,
    limits: programLimits(request, enclosed),
  });
  const output = collectOutput(running, log, request.redactor);
  const first = await firstCause(request, running, timeoutMs);
  const met = first === 'ended' ? running.whyEnded(await running.ended) : limitOf(first);
  const told = met === null ? [] : [`${formatLimit('it', met)}. ${limitHint(met)}`];
  const { left } = await running.endAll({ signal: met === null ? 'SIGTERM' : 'SIGKILL' });
  const said = [...told, ...left];
  for (const line of said) log.write(new TextEncoder().encode(`[${line}]\n`));
  const cause = met === null && typeof first === 'string' ? first : 'over-limit';
  return { cause, end: await endOf(running, left.length > 0), left: said, output };
}

type Cause = 'ended' | 'timed-out' | 'cancelled' | 'over-limit';
type FirstCause = Exclude<Cause, 'over-limit'> | LimitMet;

function limitOf(cause: FirstCause): LimitMet | null {
  return typeof cause === 'string' ? null : cause;
}

async function firstCause(
  request: WorktreeRequest,
  running: ConfinedProcess,
  timeoutMs: number,
): Promise<FirstCause> {
  const { clock, signal } = request;
  const stop = new AbortController();
  const cancelled = new Promise<FirstCause>((resolve) => {
    // It may have come while the command was on its way.
    if (signal?.aborted === true) resolve('cancelled');
    else signal?.addEventListener('abort', () => resolve('cancelled'), { once: true });
  });
  try {
    return await Promise.race([
      running.ended.then((): FirstCause => 'ended'),
      clock.sleep(timeoutMs, stop.signal).then((): FirstCause => 'timed-out'),
      running.limitMet,
      cancelled,
    ]);
  } finally {
    stop.abort();
  }
}

/** One that cannot be ended is not waited for. */
async function endOf(running: StartedProcess, isStuck: boolean): Promise<ProcessEnd> {
  const unknown = { exitCode: null, signal: null, startError: null };
  return isStuck ? Promise.race([running.ended, Promise.resolve(unknown)]) : running.ended;
}

interface CommandOutput {
  readonly closed: Promise<unknown>;
  text(): string;
  head(): Uint8Array;
}

function collectOutput(running: StartedProcess, log: CappedLog, redactor: Redactor): CommandOutput {
  let tail = new Uint8Array(0);
  let head = new Uint8Array(0);
  const joined = (left: Uint8Array, right: Uint8Array): Uint8Array<ArrayBuffer> => {
    const both = new Uint8Array(left.length + right.length);
    both.set(left);
    both.set(right, left.length);
    return both;
  };
  running.stdout?.on('data', (chunk: Uint8Array) => {
    if (head.length < HEAD_BYTES + AROUND) head = joined(head, chunk).slice(0, HEAD_BYTES + AROUND);
  });
  const listen = (stream: StartedProcess['stdout']): Promise<void> =>
    new Promise((resolve) => {
      if (stream === null) {
        resolve();
        return;
      }
      stream.on('data', (chunk: Uint8Array) => {
        log.write(chunk);
        tail = joined(tail, chunk).slice(-TAIL_BYTES - AROUND);
      });
      stream.on('error', () => resolve());
      stream.on('close', () => resolve());
    });
  const closed = Promise.all([listen(running.stdout), listen(running.stderr)]);
  return {
    closed,
    text: () =>
      new TextDecoder().decode(
        redactBytes(redactor, tail, { from: tail.length - TAIL_BYTES, to: tail.length }),
      ),
    head: () => redactBytes(redactor, head, { from: 0, to: HEAD_BYTES }),
  };
}

function tailOf(text: string, end: ProcessEnd): string {
  if (end.startError !== null) return end.startError;
  return stripControls(text).trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
