/**
 * Gemini's `--output-format stream-json`: init, message, tool_use, tool_result, error, result. Only `result` says how it went:
 * ended by a signal it prints none and exits with 0. What it tries again it tells on stderr alone.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import type { ProcessOutcome, StreamReader } from '../stream-reader.ts';
import { textAt, valueAt } from '../stream/fields.ts';
import { openTools, type OpenTools } from '../stream/open-tools.ts';
import { toolSummary } from '../stream/tool-summary.ts';
import { readResult, type GeminiResult } from './read-result.ts';
import { openRetryReader } from './read-retry.ts';
import { readStats } from './read-stats.ts';

export function openGeminiReader(): StreamReader {
  const state: State = { tools: openTools(), said: '', result: null, lastError: null };
  return {
    line: (text) => readLine(state, text),
    errorLine: openRetryReader(),
    end: (exit) => [endOf(state, exit)],
  };
}

interface State {
  readonly tools: OpenTools;
  /** What the model said since its last tool; it comes in pieces. */
  said: string;
  result: GeminiResult | null;
  lastError: string | null;
}

function readLine(state: State, text: string): readonly AgentEvent[] {
  if (text.trim() === '') return [];
  return readKind(state, tryParseJson(text)) ?? [{ kind: 'unknown', line: text }];
}

/** `null`: no rule knows it. */
function readKind(state: State, value: unknown): readonly AgentEvent[] | null {
  switch (textAt(value, 'type')) {
    case 'init':
      return [
        {
          kind: 'started',
          sessionId: textAt(value, 'session_id'),
          model: textAt(value, 'model'),
          version: null,
        },
      ];
    case 'message':
      return readMessage(state, value);
    case 'tool_use':
      return beginTool(state, value);
    case 'tool_result':
      return endTool(state, value);
    case 'error':
      state.lastError = textAt(value, 'message');
      return [];
    case 'result':
      return takeResult(state, value);
    case null:
    default:
      return null;
  }
}

function readMessage(state: State, value: unknown): readonly AgentEvent[] | null {
  const text = textAt(value, 'content');
  if (text === null) return null;
  if (textAt(value, 'role') !== 'assistant') return [];
  state.said = valueAt(value, 'delta') === true ? (state.said + text).slice(0, MAX_TEXT) : text;
  return [{ kind: 'text', text }];
}

function beginTool(state: State, value: unknown): readonly AgentEvent[] | null {
  const name = textAt(value, 'tool_name');
  if (name === null) return null;
  const id = textAt(value, 'tool_id');
  if (id !== null) state.tools.begin(id, name);
  return [{ kind: 'tool-start', id, name, summary: toolSummary(valueAt(value, 'parameters')) }];
}

function endTool(state: State, value: unknown): readonly AgentEvent[] | null {
  const status = textAt(value, 'status');
  if (status === null) return null;
  state.said = '';
  const id = textAt(value, 'tool_id');
  const name = (id === null ? null : state.tools.end(id)) ?? 'tool';
  return [{ kind: 'tool-end', id, name, ok: status === 'success' }];
}

function takeResult(state: State, value: unknown): readonly AgentEvent[] {
  state.result = readResult(value);
  const usage = readStats(valueAt(value, 'stats'));
  return usage === null ? [] : [{ kind: 'usage', usage }];
}

function endOf(
  { result, said, lastError }: State,
  exit: ProcessOutcome,
): Extract<AgentEvent, { readonly kind: 'end' }> {
  const finalText = said === '' ? null : said;
  if (result === null) return { kind: 'end', reason: 'crashed', message: lastError, finalText };
  if (result.reason === 'success' && exit.exitCode !== 0)
    return { kind: 'end', reason: 'crashed', message: lastError, finalText };
  return { kind: 'end', ...result, finalText };
}

/** Of one answer that comes in pieces; more of it is nobody's last word. */
const MAX_TEXT = 1_000_000;
