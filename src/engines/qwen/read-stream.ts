/**
 * Qwen Code's stream: one object a line, shaped like Claude's. Its last is a `result`; without one it was ended, or it
 * left by an exit code that says why.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import type { Usage } from '../../words/usage.ts';
import type { ProcessOutcome, ReaderOptions, StreamReader } from '../stream-reader.ts';
import { listAt, textAt, valueAt } from '../stream/fields.ts';
import { networkLine } from '../stream/permission-line.ts';
import { readTurns, type Turns } from './read-turns.ts';
import { processUsage } from './session-usage.ts';
import { endOfResult, type QwenEnd } from './terminal.ts';

export function openQwenReader({ usageBefore }: ReaderOptions): StreamReader {
  const turns = readTurns();
  let end: QwenEnd | null = null;
  let lastError: string | null = null;

  const one = (value: unknown, line: string): readonly AgentEvent[] => {
    switch (textAt(value, 'type') ?? '') {
      case 'system':
        return systemEvents(value, line);
      case 'assistant':
        return turns.assistant(value);
      case 'user':
        return turns.user(value);
      case 'stream_event':
        return [];
      case 'result':
        end = endOfResult(value, turns.lastText());
        return resultEvents(value, { turns, usageBefore });
      default:
        return [{ kind: 'unknown', line }];
    }
  };
  return {
    line: (text) => {
      if (text.trim() === '') return [];
      const value = tryParseJson(text);
      // With `--output-format json` all of it is one array.
      return Array.isArray(value)
        ? value.flatMap((item: unknown) => one(item, oneLine(text)))
        : one(value, text);
    },
    errorLine: (text) => {
      if (text.trim() !== '') lastError = oneLine(text, 300);
      return [];
    },
    end: (exit) => [
      {
        kind: 'end',
        ...(end ?? { ...endOfExit(exit, lastError), finalText: turns.lastText() }),
      },
    ],
  };
}

function systemEvents(value: unknown, line: string): readonly AgentEvent[] {
  switch (textAt(value, 'subtype') ?? '') {
    case 'init':
      return [
        {
          kind: 'started',
          sessionId: textAt(value, 'session_id'),
          model: textAt(value, 'model'),
          version: textAt(value, 'qwen_code_version'),
        },
      ];
    case 'retry':
      return [
        {
          kind: 'retrying',
          reason: oneLine(textAt(value, 'data', 'reason') ?? 'retry'),
          afterMs: null,
        },
      ];
    default:
      return [{ kind: 'unknown', line }];
  }
}

function resultEvents(
  value: unknown,
  { turns, usageBefore }: { readonly turns: Turns; readonly usageBefore: Usage | null },
): readonly AgentEvent[] {
  const usage = processUsage(valueAt(value, 'usage'), { before: usageBefore, seen: turns.usage() });
  const denied = listAt(value, 'permission_denials').map((denial): AgentEvent => {
    const url = textAt(denial, 'tool_input', 'url');
    return {
      kind: 'denied',
      what: oneLine(`${textAt(denial, 'tool_name') ?? 'a tool'} ${url ?? ''}`.trim()),
      line: url === null ? null : networkLine(url),
    };
  });
  return [...denied, ...(usage === null ? [] : [{ kind: 'usage', usage } as const])];
}

/** Its own bounds leave no `result`: 53 is `--max-session-turns`, 55 `--max-tool-calls` or `--max-wall-time`. */
function endOfExit(
  { exitCode }: ProcessOutcome,
  lastError: string | null,
): { readonly reason: EndReason; readonly message: string | null } {
  switch (exitCode ?? -1) {
    case 53:
      return { reason: 'turns', message: lastError };
    case 55:
      return { reason: 'budget', message: lastError };
    case 130:
      return { reason: 'cancelled', message: lastError };
    default:
      return { reason: 'crashed', message: lastError };
  }
}
