/**
 * pi's `--mode json`: its session, turns, messages and tools, and `agent_settled` last. It exits with 0 whatever came of it:
 * how it went stands in the stopReason of its last answer. An answer that is tried again is followed by another.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { addUsage, type Usage } from '../../words/usage.ts';
import { countAt, textAt, valueAt, listAt } from '../stream-fields.ts';
import type { ProcessOutcome, StreamReader } from '../stream-reader.ts';
import { openLastWords, reasonOfStatus, statusIn } from '../stream/refusal-words.ts';
import { toolSummary } from '../stream/tools.ts';

export function openPiReader(): StreamReader {
  const state: State = { usage: null, answer: null, settled: false, model: null, finalText: null };
  const errors = openLastWords();
  return {
    line: (text) => readLine(state, text),
    errorLine: (text) => {
      errors.hear(text);
      return [];
    },
    end: (exit) => [endOf(state, { exit, lastWords: errors.words() })],
  };
}

interface State {
  usage: Usage | null;
  answer: PiAnswer | null;
  settled: boolean;
  model: string | null;
  finalText: string | null;
}

function readLine(state: State, text: string): readonly AgentEvent[] {
  if (text.trim() === '') return [];
  // By far the most of its lines, each with all that was said so far: nothing in them is needed.
  if (text.startsWith('{"type":"message_update"')) return [];
  return readKind(state, tryParseJson(text)) ?? [{ kind: 'unknown', line: text }];
}

/** `null`: no rule knows it. */
function readKind(state: State, value: unknown): readonly AgentEvent[] | null {
  switch (textAt(value, 'type')) {
    case 'session':
      return [
        { kind: 'started', sessionId: textAt(value, 'id'), model: state.model, version: null },
      ];
    case 'message_end':
      return readMessage(state, valueAt(value, 'message'));
    case 'tool_execution_start':
      return beginTool(value);
    case 'tool_execution_end':
      return endTool(value);
    case 'auto_retry_start':
      return [
        {
          kind: 'retrying',
          reason: textAt(value, 'errorMessage') ?? 'no reason given',
          afterMs: countAt(value, 'delayMs'),
        },
      ];
    case 'agent_start':
      state.settled = false;
      return [];
    case 'agent_settled':
      state.settled = true;
      return [];
    case 'agent_end':
    case 'turn_start':
    case 'turn_end':
    case 'message_start':
    case 'message_update':
    case 'tool_execution_update':
    case 'auto_retry_end':
    case 'entry_appended':
    case 'compaction_start':
    case 'compaction_end':
    case 'queue_update':
      return [];
    case null:
    default:
      return null;
  }
}

function readMessage(state: State, message: unknown): readonly AgentEvent[] | null {
  if (textAt(message, 'role') === null) return null;
  const answer = readAnswer(message);
  if (answer === null) return [];
  state.answer = answer;
  const events: AgentEvent[] = [];
  if (answer.model !== null && answer.model !== state.model) {
    state.model = answer.model;
    events.push({ kind: 'started', sessionId: null, model: answer.model, version: null });
  }
  if (answer.text !== '') {
    state.finalText = answer.text;
    events.push({ kind: 'text', text: answer.text });
  }
  if (answer.usage !== null) {
    state.usage = state.usage === null ? answer.usage : addUsage(state.usage, answer.usage);
    events.push({ kind: 'usage', usage: state.usage });
  }
  return events;
}

function beginTool(value: unknown): readonly AgentEvent[] | null {
  const name = textAt(value, 'toolName');
  if (name === null) return null;
  const summary = toolSummary(valueAt(value, 'args'));
  return [{ kind: 'tool-start', id: textAt(value, 'toolCallId'), name, summary }];
}

function endTool(value: unknown): readonly AgentEvent[] | null {
  const name = textAt(value, 'toolName');
  if (name === null) return null;
  const ok = valueAt(value, 'isError') !== true;
  return [{ kind: 'tool-end', id: textAt(value, 'toolCallId'), name, ok }];
}

function endOf(
  { answer, settled, finalText }: State,
  { exit, lastWords }: { readonly exit: ProcessOutcome; readonly lastWords: string | null },
): Extract<AgentEvent, { readonly kind: 'end' }> {
  const end = answer === null ? null : endOfAnswer(answer);
  // An answer that failed for good is told before it settles; one that it would have tried again looks the same.
  if (settled && end !== null && (end.reason !== 'success' || exit.exitCode === 0))
    return { kind: 'end', ...end, finalText };
  return { kind: 'end', reason: 'crashed', message: answer?.error ?? lastWords, finalText };
}

/** One message of the model. */
interface PiAnswer {
  readonly model: string | null;
  readonly text: string;
  readonly stopReason: string | null;
  readonly error: string | null;
  /** `null` when nothing was used: it never came. */
  readonly usage: Usage | null;
}

/** `null` when it is not the model's. */
function readAnswer(message: unknown): PiAnswer | null {
  if (textAt(message, 'role') !== 'assistant') return null;
  return {
    model: textAt(message, 'model'),
    text: textOf(message),
    stopReason: textAt(message, 'stopReason'),
    error: textAt(message, 'errorMessage'),
    usage: usageOf(message),
  };
}

/** What it means that this was its last one. */
function endOfAnswer({ stopReason, error }: PiAnswer): {
  readonly reason: EndReason;
  readonly message: string | null;
} {
  switch (stopReason) {
    case 'stop':
      return { reason: 'success', message: null };
    case 'aborted':
      return { reason: 'cancelled', message: error };
    case 'length':
      return { reason: 'error', message: 'its last answer was cut short' };
    case 'error': {
      const message = error ?? 'no reason given';
      return { reason: reasonOfStatus(statusIn(message)), message };
    }
    case null:
    default:
      return { reason: 'crashed', message: error };
  }
}

function textOf(message: unknown): string {
  return listAt(message, 'content')
    .filter((part) => textAt(part, 'type') === 'text')
    .map((part) => textAt(part, 'text') ?? '')
    .join('\n');
}

function usageOf(message: unknown): Usage | null {
  const input = countAt(message, 'usage', 'input');
  const outputTokens = countAt(message, 'usage', 'output');
  if (input === null || outputTokens === null) return null;
  const cachedTokens = countAt(message, 'usage', 'cacheRead') ?? 0;
  const inputTokens = input + cachedTokens + (countAt(message, 'usage', 'cacheWrite') ?? 0);
  if (inputTokens + outputTokens === 0) return null;
  const cost = countAt(message, 'usage', 'cost', 'total');
  // A model without a price costs 0 by its word, which is to say that it does not know.
  return { inputTokens, cachedTokens, outputTokens, costUsd: cost === 0 ? null : cost };
}
