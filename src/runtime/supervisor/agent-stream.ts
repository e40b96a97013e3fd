/** Reads an agent's stream: events for watchers as they arrive, and the outcome when its process has ended. */
import type { LaunchPlan } from '../../engines/launch-plan.ts';
import { findReader } from '../../engines/registry.ts';
import type { ProcessOutcome, StreamReader } from '../../engines/stream-reader.ts';
import { splitLines } from '../../platform/split-lines.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import type { Denial } from '../../words/agent-exit.ts';
import type { AgentOutcome } from '../../words/agent-outcome.ts';
import { oneLine } from '../../words/text.ts';

/** Of one line of a stream. Engines put whole files into one. */
const MAX_LINE_BYTES = 32 * 1024 * 1024;
const MAX_FINAL_TEXT = 20_000;
const MAX_DENIALS = 100;

export interface AgentStream {
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
