/**
 * Gemini's `--output-format stream-json`: init, message, tool_use, tool_result, error, result. Only `result` says how it went:
 * ended by a signal it prints none and exits with 0. What it tries again it tells on stderr alone.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import type { Usage } from '../../words/usage.ts';
import { textAt, valueAt, countAt } from '../stream-fields.ts';
import type { ProcessOutcome, StreamReader } from '../stream-reader.ts';
import { reasonOfStatus, statusIn } from '../stream/refusal-words.ts';
import { openTools, type OpenTools, toolSummary } from '../stream/tools.ts';

const FAILED = /^Attempt \d{1,4} failed(?::| with) (.*)/;
const AGAIN = /\.? ?Retrying (?:after (\d{1,9})ms|with backoff)/;

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

/** The maximum of one answer that comes in pieces; the rest is cut off. */
const MAX_TEXT = 1_000_000;

/** Of this process; what was thought is in the total alone. `null` when it says none. It knows no prices. */
function readStats(stats: unknown): Usage | null {
  const inputTokens = countAt(stats, 'input_tokens');
  const output = countAt(stats, 'output_tokens');
  if (inputTokens === null || output === null) return null;
  const total = countAt(stats, 'total_tokens') ?? 0;
  return {
    inputTokens,
    cachedTokens: countAt(stats, 'cached') ?? 0,
    outputTokens: Math.max(output, total - inputTokens),
    costUsd: null,
  };
}

/**
 * What it tells of its retries, on stderr alone: "Attempt 1 failed: …" and, on the same line or the next, "Retrying after 5621ms"
 * or "Retrying with backoff"; after the last attempt "Max attempts reached".
 */
function openRetryReader(): (line: string) => readonly AgentEvent[] {
  let failure: string | null = null;
  return (line) => {
    const head = line.slice(0, 2_000);
    failure = FAILED.exec(head)?.[1] ?? failure;
    const again = AGAIN.exec(head);
    if (failure === null || again === null) return [];
    const reason = oneLine(failure.split(AGAIN)[0] ?? failure);
    failure = null;
    const afterMs = again[1] === undefined ? null : Number(again[1]);
    return [{ kind: 'retrying', reason, afterMs }];
  };
}

interface GeminiResult {
  readonly reason: EndReason;
  readonly message: string | null;
}

/** Of its last event. */
function readResult(value: unknown): GeminiResult {
  if (textAt(value, 'status') === 'success') return { reason: 'success', message: null };
  const message = textAt(value, 'error', 'message') ?? 'no reason given';
  return { reason: reasonOf(textAt(value, 'error', 'type'), message), message };
}

function reasonOf(type: string | null, message: string): EndReason {
  switch (type) {
    case 'FatalTurnLimitedError':
      return 'turns';
    case 'FatalAuthenticationError':
      return 'unauthorized';
    case 'FatalCancellationError':
      return 'cancelled';
    case null:
    default:
      return message.startsWith('[API Error') ? reasonOfRefusal(message) : 'error';
  }
}

/** Of a 429 it tells the words and not the status, and adds advice of its own. */
function reasonOfRefusal(message: string): EndReason {
  const head = message.slice(0, 5_000);
  const code = /"code": ?(\d{3})\b/.exec(head)?.[1];
  const status = code === undefined ? statusIn(head) : Number(code);
  if (status !== null) return reasonOfStatus(status);
  return /quota|rate limit|try again later/i.test(head) ? 'limit' : 'error';
}
