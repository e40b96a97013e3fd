/** Reads an agent's stream: events for watchers as they arrive, and the outcome when its process has ended. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { findReader } from '../../engines/registry.ts';
import type { ProcessOutcome, StreamReader } from '../../engines/stream-reader.ts';
import { openCappedLog, type CappedLog } from '../../platform/capped-log.ts';
import type { Clock } from '../../platform/clock.ts';
import { splitLines } from '../../platform/split-lines.ts';
import type { StartedProcess } from '../../platform/start-process.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import type { Denial, AgentOutcome } from '../../words/agent-exit.ts';
import type { Redactor } from '../../words/redaction/redactor.ts';
import { oneLine } from '../../words/text.ts';

/** Of one line of a stream. Engines put whole files into one. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const MAX_FINAL_TEXT = 20_000;
const MAX_DENIALS = 100;

interface AgentStream {
  readonly stdout: (chunk: Uint8Array) => void;
  readonly stderr: (chunk: Uint8Array) => void;
  /** Once, when the process has ended. */
  close(exit: ProcessOutcome): AgentTold;
}

export interface AgentTold {
  readonly outcome: AgentOutcome;
  readonly denied: readonly Denial[];
}

/** `null`: the engine knows no protocol. */
export async function openAgentStream(
  { engine, usageBefore, cwd }: Pick<LaunchPlan, 'engine' | 'usageBefore' | 'cwd'>,
  onEvent: (event: AgentEvent) => void,
): Promise<AgentStream | null> {
  const open = await findReader(engine);
  if (open === null) return null;
  const reader = open({ usageBefore, folder: cwd });
  const gathered = gather();
  const take = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      gathered.take(event);
      onEvent(event);
    }
  };
  const stdout = splitLines(MAX_LINE_BYTES, {
    onLine: (text) => take(reader.line(text)),
    onLong: (bytes) => take([{ kind: 'unknown', line: `a line of ${bytes} bytes` }]),
  });
  const stderr = splitLines(MAX_LINE_BYTES, {
    onLine: (text) => take(reader.errorLine(text)),
    onLong: () => undefined,
  });
  return {
    stdout: (chunk) => stdout.write(chunk),
    stderr: (chunk) => stderr.write(chunk),
    close: (exit) => {
      stdout.end();
      stderr.end();
      take(reader.end(exit));
      return gathered.told();
    },
  };
}

/** For a stream that is there whole: what it told. */
export function outcomeOf(
  reader: StreamReader,
  lines: readonly string[],
  exit: ProcessOutcome,
): AgentTold {
  const gathered = gather();
  for (const line of lines) for (const event of reader.line(line)) gathered.take(event);
  for (const event of reader.end(exit)) gathered.take(event);
  return gathered.told();
}

function gather(): { take(event: AgentEvent): void; told(): AgentTold } {
  let outcome: AgentOutcome = NOTHING;
  const denied = new Map<string, Denial>();
  const change = (fields: Partial<AgentOutcome>): void => {
    outcome = { ...outcome, ...fields };
  };
  const take = (event: AgentEvent): void => {
    switch (event.kind) {
      case 'started':
        return change({
          sessionId: event.sessionId ?? outcome.sessionId,
          model: event.model ?? outcome.model,
          version: event.version ?? outcome.version,
        });
      case 'tool-start':
        return change({ tools: { ...outcome.tools, started: outcome.tools.started + 1 } });
      case 'tool-end':
        if (event.ok) return;
        return change({ tools: { ...outcome.tools, failed: outcome.tools.failed + 1 } });
      case 'usage':
        return change({ usage: event.usage });
      case 'retrying':
        return change({ retries: outcome.retries + 1 });
      case 'denied':
        return addDenial(denied, event);
      case 'unknown':
        return change({ unknown: outcome.unknown + 1 });
      case 'text':
      case 'waiting':
        return;
      case 'end':
        return change({
          end: {
            reason: event.reason,
            message: event.message === null ? null : oneLine(event.message, 500),
          },
          finalText: event.finalText?.slice(0, MAX_FINAL_TEXT) ?? null,
        });
    }
  };
  return { take, told: () => ({ outcome, denied: [...denied.values()] }) };
}

const NOTHING: AgentOutcome = {
  end: { reason: 'crashed', message: null },
  finalText: null,
  sessionId: null,
  model: null,
  version: null,
  tools: { started: 0, failed: 0 },
  retries: 0,
  unknown: 0,
  usage: null,
};

function addDenial(
  denied: Map<string, Denial>,
  { what, line }: Extract<AgentEvent, { readonly kind: 'denied' }>,
): void {
  const target = oneLine(what, 200);
  const before = denied.get(target);
  if (before === undefined && denied.size >= MAX_DENIALS) return;
  const reason = line === null ? '' : `is not permitted; to permit it: ${oneLine(line, 200)}`;
  denied.set(target, { kind: 'permission', target, reason, count: (before?.count ?? 0) + 1 });
}

// Writes what an agent prints to its logs, and passes its newest line to watchers.
const LINE_EVERY_MS = 250;

interface AgentLogs {
  readonly stdout: CappedLog;
  readonly stderr: CappedLog;
}

export interface LogPlaces {
  readonly logs: { readonly stdout: string; readonly stderr: string };
  /** For each of the two logs. */
  readonly maxOutputBytes: number;
  readonly redactor: Redactor;
}

export async function openAgentLogs(places: LogPlaces): Promise<AgentLogs> {
  const rules = { maxBytes: places.maxOutputBytes, redactor: places.redactor };
  return {
    stdout: await openCappedLog(places.logs.stdout, rules),
    stderr: await openCappedLog(places.logs.stderr, rules),
  };
}

/** Of both. */
export async function closeAgentLogs(
  logs: AgentLogs,
): Promise<{ readonly total: number; readonly dropped: number }> {
  const [stdout, stderr] = [await logs.stdout.close(), await logs.stderr.close()];
  return { total: stdout.total + stderr.total, dropped: stdout.dropped + stderr.dropped };
}

export interface AgentOutput {
  /** Monotonic. */
  readonly lastAt: () => number;
  /** When both pipes are; something that the agent left behind may hold them open. */
  readonly closed: Promise<unknown>;
}

interface OutputListener {
  readonly clock: Clock;
  readonly onLine: (text: string) => void;
  /** Knows what the lines mean; then what it tells is shown instead of them. */
  readonly stream: AgentStream | null;
}

export function readAgentOutput(
  agent: StartedProcess,
  logs: AgentLogs,
  { clock, onLine, stream }: OutputListener,
): AgentOutput {
  let lastAt = clock.monotonic();
  let lineAt = -Infinity;
  const listen = (
    pipe: StartedProcess['stdout'],
    log: CappedLog,
    tell: ((chunk: Uint8Array) => void) | undefined,
  ): Promise<void> =>
    new Promise((resolve) => {
      if (pipe === null) {
        resolve();
        return;
      }
      pipe.on('data', (chunk: Uint8Array) => {
        log.write(chunk);
        lastAt = clock.monotonic();
        tell?.(chunk);
        if (tell !== undefined || lastAt - lineAt < LINE_EVERY_MS) return;
        const line = oneLine(log.lastLine(), 200);
        if (line === '') return;
        lineAt = lastAt;
        onLine(line);
      });
      pipe.on('error', () => resolve());
      pipe.on('close', () => resolve());
    });
  const closed = Promise.all([
    listen(agent.stdout, logs.stdout, stream?.stdout),
    listen(agent.stderr, logs.stderr, stream?.stderr),
  ]);
  return { lastAt: () => lastAt, closed };
}
