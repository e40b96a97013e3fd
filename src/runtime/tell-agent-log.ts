/** From what an agent printed to what a person reads: for engines whose stream is made for programs. */
import { agentEventLines } from '../engines/agent-event-lines.ts';
import { findReader } from '../engines/stream-readers.ts';
import { splitLines } from '../platform/split-lines.ts';
import type { AgentEvent } from '../words/agent-event.ts';
import type { EngineId } from '../words/routine.ts';

const MAX_LINE_BYTES = 8 * 1024 * 1024;

interface LogTeller {
  /** The lines that became whole with it, each with its end. */
  readonly write: (chunk: Uint8Array) => string;
  readonly end: () => string;
}

/** `null`: the engine prints plain text. */
export async function agentLogTeller(engine: EngineId): Promise<LogTeller | null> {
  const open = await findReader(engine);
  if (open === null) return null;
  const reader = open({ usageBefore: null });
  let told = '';
  const take = (events: readonly AgentEvent[]): void => {
    for (const event of events) {
      const text = agentEventLines(event);
      if (text !== null) told += `${text}\n`;
    }
  };
  const lines = splitLines(MAX_LINE_BYTES, {
    onLine: (text) => take(reader.line(text)),
    onLong: (bytes) => {
      told += `?? a line of ${bytes} bytes\n`;
    },
  });
  const taken = (): string => {
    const text = told;
    told = '';
    return text;
  };
  return {
    write: (chunk) => {
      lines.write(chunk);
      return taken();
    },
    end: () => {
      lines.end();
      return taken();
    },
  };
}
