/**
 * Copilot's stream: one object a line, most of them `ephemeral` (deltas, ticks), which count for nothing but retries. A
 * `result` comes last, with the exit code; told to stop it exits with 0 as well, after `abort` and without a `result`.
 * It counts no tokens.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { countAt, textAt, valueAt } from '../stream-fields.ts';
import type { StreamReader } from '../stream-reader.ts';
import { reasonOfStatus } from '../stream/refusal-words.ts';
import { readLine, openTools, toolSummary } from '../stream/tools.ts';

type End = Omit<Extract<AgentEvent, { readonly kind: 'end' }>, 'kind'>;

/** They tell nothing that is not told elsewhere. */
const SILENT: ReadonlySet<string> = new Set([
  'user.message',
  'system.message',
  'assistant.turn_start',
  'assistant.turn_end',
  'assistant.reasoning',
  'session.start',
  'session.resume',
]);

export function openCopilotReader(): StreamReader {
  const seen: Seen = {
    tools: readTools(),
    model: null,
    finalText: null,
    error: null,
    status: null,
    aborted: false,
    end: null,
    lastError: null,
  };
  return {
    line: (text) => {
      if (text.trim() === '') return [];
      const value = tryParseJson(text);
      if (valueAt(value, 'ephemeral') === true) return passing(value);
      return lasting(value, seen) ?? [{ kind: 'unknown', line: text }];
    },
    errorLine: (text) => {
      if (text.trim() !== '') seen.lastError = oneLine(text, 300);
      return [];
    },
    end: () => [{ kind: 'end', ...(seen.end ?? endWithoutResult(seen)) }],
  };
}

/** `null` for what no rule knows. */
function lasting(value: unknown, seen: Seen): readonly AgentEvent[] | null {
  const type = textAt(value, 'type') ?? '';
  const data = valueAt(value, 'data');
  switch (type) {
    case 'assistant.message':
      return [...startedBy(data, seen), ...textOf(data, seen)];
    case 'tool.execution_start':
      return [...startedBy(data, seen), ...seen.tools.start(data)];
    case 'tool.execution_complete':
      return seen.tools.complete(data);
    case 'session.error':
      seen.error = textAt(data, 'message') ?? 'no reason given';
      seen.status = countAt(data, 'statusCode');
      return [];
    case 'abort':
      seen.aborted = true;
      return [];
    case 'result':
      seen.end = endOfResult(value, seen);
      return [
        {
          kind: 'started',
          sessionId: textAt(value, 'sessionId'),
          model: seen.model,
          version: null,
        },
      ];
    default:
      return SILENT.has(type) ? [] : null;
  }
}

function textOf(data: unknown, seen: Seen): readonly AgentEvent[] {
  const text = textAt(data, 'content') ?? '';
  if (text === '') return [];
  seen.finalText = text;
  return [{ kind: 'text', text }];
}

interface Seen {
  readonly tools: ToolReader;
  model: string | null;
  finalText: string | null;
  error: string | null;
  status: number | null;
  aborted: boolean;
  end: End | null;
  lastError: string | null;
}

/** The session's id comes with the result only; the model comes with the first thing it does. */
function startedBy(data: unknown, seen: Seen): readonly AgentEvent[] {
  const model = textAt(data, 'model');
  if (model === null || seen.model !== null) return [];
  seen.model = model;
  return [{ kind: 'started', sessionId: null, model, version: null }];
}

function passing(value: unknown): readonly AgentEvent[] {
  if (textAt(value, 'type') !== 'assistant.turn_retry') return [];
  const reason = oneLine(textAt(value, 'data', 'reason') ?? 'retry');
  return [{ kind: 'retrying', reason, afterMs: null }];
}

function endOfResult(value: unknown, { error, status, finalText }: Seen): End {
  if (valueAt(value, 'exitCode') === 0 && error === null)
    return { reason: 'success', message: null, finalText };
  const message = error ?? `it ended with exit code ${countAt(value, 'exitCode') ?? 'unknown'}`;
  return { reason: reasonOfStatus(status), message, finalText };
}

function endWithoutResult({ aborted, error, status, lastError, finalText }: Seen): End {
  if (aborted) return { reason: 'cancelled', message: null, finalText };
  if (error !== null) return { reason: reasonOfStatus(status), message: error, finalText };
  return { reason: 'crashed', message: lastError, finalText };
}

/** Its tools: a command that ends badly is a success to it, and what it may not do an error with a code. */
interface ToolReader {
  start(data: unknown): readonly AgentEvent[];
  complete(data: unknown): readonly AgentEvent[];
}

function readTools(): ToolReader {
  const tools = openTools();
  const said = openTools();
  const paths = openTools();
  return {
    start: (data) => {
      const id = textAt(data, 'toolCallId');
      const name = textAt(data, 'toolName') ?? 'tool';
      const summary = toolSummary(valueAt(data, 'arguments'));
      if (id !== null) {
        tools.begin(id, name);
        said.begin(id, summary);
        const path = textAt(data, 'arguments', 'path');
        // What it may write is the worktree, whatever is permitted; so there is a line for reading alone.
        if (path !== null && name === 'view') paths.begin(id, path);
      }
      return [{ kind: 'tool-start', id, name, summary }];
    },
    complete: (data) => {
      const id = textAt(data, 'toolCallId');
      const name = (id === null ? null : tools.end(id)) ?? 'tool';
      const summary = (id === null ? null : said.end(id)) ?? '';
      const path = id === null ? null : paths.end(id);
      const end: AgentEvent = { kind: 'tool-end', id, name, ok: wentWell(data) };
      if (textAt(data, 'error', 'code') !== 'denied') return [end];
      const line = path === null ? null : readLine(path);
      return [{ kind: 'denied', what: oneLine(`${name} ${summary}`.trim()), line }, end];
    },
  };
}

function wentWell(data: unknown): boolean {
  const exitCode = valueAt(data, 'shellExecution', 'exitCode');
  return valueAt(data, 'success') === true && (exitCode === undefined || exitCode === 0);
}
