/**
 * Qwen Code's stream: one object a line, shaped like Claude's. Its last is a `result`; without one it was ended, or it
 * left by an exit code that says why.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { type Usage, addUsage } from '../../words/usage.ts';
import { listAt, textAt, valueAt, countAt } from '../stream-fields.ts';
import type { ProcessOutcome, ReaderOptions, StreamReader } from '../stream-reader.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';
import { networkLine, openTools, type OpenTools, toolSummary } from '../stream/tools.ts';

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

interface QwenEnd {
  readonly reason: EndReason;
  readonly message: string | null;
  readonly finalText: string | null;
}

/** What a `result` says. A refusal of the model's side is told in the words of the error alone, and as if the model had said it. */
function endOfResult(value: unknown, lastText: string | null): QwenEnd {
  const subtype = textAt(value, 'subtype');
  const failed = valueAt(value, 'is_error') !== false || subtype !== 'success';
  if (!failed) {
    return { reason: 'success', message: null, finalText: textAt(value, 'result') ?? lastText };
  }
  const message = textAt(value, 'error', 'message') ?? subtype ?? 'no reason given';
  return {
    reason: reasonOfFailure(subtype, message),
    message,
    finalText: lastText === message ? null : lastText,
  };
}

function reasonOfFailure(subtype: string | null, message: string): EndReason {
  if (subtype === 'error_max_turns') return 'turns';
  if (subtype === 'error_max_budget_usd') return 'budget';
  return message.includes('API Error') ? reasonOfStatus(statusIn(message)) : 'error';
}

/** What the model says and does, and what its tools answer. */
interface Turns {
  assistant(value: unknown): readonly AgentEvent[];
  user(value: unknown): readonly AgentEvent[];
  lastText(): string | null;
  /** Of the turns so far; `null` before the first. What was asked again after a fault is not in it. */
  usage(): Usage | null;
}

function readTurns(): Turns {
  const tools = openTools();
  let lastText: string | null = null;
  let usage: Usage | null = null;
  return {
    assistant: (value) => {
      const events = listAt(value, 'message', 'content').flatMap((block) => said(block, tools));
      for (const event of events) if (event.kind === 'text') lastText = event.text;
      const used = readUsage(valueAt(value, 'message', 'usage'));
      if (used === null || used.inputTokens + used.outputTokens === 0) return events;
      usage = usage === null ? used : addUsage(usage, used);
      return [...events, { kind: 'usage', usage }];
    },
    user: (value) => listAt(value, 'message', 'content').flatMap((block) => answered(block, tools)),
    lastText: () => lastText,
    usage: () => usage,
  };
}

function said(block: unknown, tools: OpenTools): readonly AgentEvent[] {
  switch (textAt(block, 'type') ?? '') {
    case 'text': {
      const text = textAt(block, 'text') ?? '';
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    case 'tool_use': {
      const id = textAt(block, 'id');
      const { name, input } = toolOf(block);
      if (id !== null) tools.begin(id, name);
      return [{ kind: 'tool-start', id, name, summary: toolSummary(input) }];
    }
    default:
      return [];
  }
}

/** Tools of MCP servers are called through one tool that takes their name. */
function toolOf(block: unknown): { readonly name: string; readonly input: unknown } {
  const name = textAt(block, 'name') ?? 'tool';
  const input = valueAt(block, 'input');
  const inner = name === 'tool_call' ? textAt(input, 'name') : null;
  return inner === null ? { name, input } : { name: inner, input: valueAt(input, 'arguments') };
}

function answered(block: unknown, tools: OpenTools): readonly AgentEvent[] {
  if (textAt(block, 'type') !== 'tool_result') return [];
  const id = textAt(block, 'tool_use_id');
  const name = (id === null ? null : tools.end(id)) ?? 'tool';
  return [{ kind: 'tool-end', id, name, ok: valueAt(block, 'is_error') !== true }];
}

/**
 * Its result counts the whole session, also what earlier processes of it used; a turn counts itself.
 * `null` when there is none.
 */
function readUsage(value: unknown): Usage | null {
  const inputTokens = countAt(value, 'input_tokens');
  const outputTokens = countAt(value, 'output_tokens');
  if (inputTokens === null || outputTokens === null) return null;
  return {
    inputTokens,
    cachedTokens: countAt(value, 'cache_read_input_tokens') ?? 0,
    outputTokens,
    costUsd: null,
  };
}

/** Never less than what this process was seen to use. */
function processUsage(
  total: unknown,
  { before, seen }: { readonly before: Usage | null; readonly seen: Usage | null },
): Usage | null {
  const session = readUsage(total);
  if (session === null) return seen;
  const rest = (name: 'inputTokens' | 'cachedTokens' | 'outputTokens'): number =>
    Math.max(session[name] - (before?.[name] ?? 0), seen?.[name] ?? 0);
  return {
    inputTokens: rest('inputTokens'),
    cachedTokens: rest('cachedTokens'),
    outputTokens: rest('outputTokens'),
    costUsd: null,
  };
}
