/** Recorded streams of real programs, and what a reader makes of them. */
import { readFileSync } from 'node:fs';

import { expect } from 'vitest';

import type { OpenReader, ProcessOutcome, StreamReader } from '../../src/engines/stream-reader.ts';
import { outcomeOf } from '../../src/runtime/supervisor/agent-stream.ts';
import type { AgentEvent } from '../../src/words/agent-event.ts';
import type { Usage } from '../../src/words/usage.ts';

/** What a stream comes to, in one line that is easy to read beside others. */
export interface Told {
  readonly end: string;
  readonly message: string | null;
  readonly text: string | null;
  readonly session: string | null;
  readonly retries: number;
  /** `started/failed`. */
  readonly tools: string;
  readonly unknown: number;
  readonly denied: readonly string[];
  /** `input/cached/output`. */
  readonly usage: string | null;
}

export function recordedLines(path: string): readonly string[] {
  const text = readFileSync(new URL(`../fixtures/agents/${path}.jsonl`, import.meta.url), 'utf8');
  return text.split('\n').filter((line) => line !== '');
}

export function toldOf(reader: StreamReader, lines: readonly string[], exit: ProcessOutcome): Told {
  const { outcome, denied } = outcomeOf(reader, lines, exit);
  return {
    end: outcome.end.reason,
    message: outcome.end.message,
    text: outcome.finalText,
    session: outcome.sessionId,
    retries: outcome.retries,
    tools: `${outcome.tools.started}/${outcome.tools.failed}`,
    unknown: outcome.unknown,
    denied: denied.map(({ target }) => target),
    usage: usageText(outcome.usage),
  };
}

function usageText(usage: Usage | null): string | null {
  return usage === null ? null : `${usage.inputTokens}/${usage.cachedTokens}/${usage.outputTokens}`;
}

/** Cut after each of its lines but the last, by the program's death: it never tells of a success, and ends once. */
export function expectCuts(open: OpenReader, lines: readonly string[]): void {
  for (let count = 0; count < lines.length; count += 1) {
    const events = eventsOf(open, lines.slice(0, count), { exitCode: null, signal: 'SIGKILL' });
    expect(events.filter(({ kind }) => kind === 'end')).toEqual([events.at(-1)]);
    const last = events.at(-1);
    expect(last?.kind === 'end' ? last.reason : null, `after line ${count}`).not.toBe('success');
  }
}

export function eventsOf(
  open: OpenReader,
  lines: readonly string[],
  exit: ProcessOutcome,
): readonly AgentEvent[] {
  const reader = open({ usageBefore: null });
  return [...lines.flatMap((line) => reader.line(line)), ...reader.end(exit)];
}
