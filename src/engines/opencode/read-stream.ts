/**
 * OpenCode's `run --format json`: one JSON object a line, of the kinds step_start, text, tool_use (told once it is over),
 * step_finish and error. There is no last event: it was done when its last step finished with "stop" and nothing failed after.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { addUsage, type Usage } from '../../words/usage.ts';
import type { ProcessOutcome, ReaderOptions, StreamReader } from '../stream-reader.ts';
import { textAt, valueAt } from '../stream/fields.ts';
import { openLastWords } from '../stream/last-words.ts';
import { readError, type OpencodeError } from './read-error.ts';
import { toolEvents } from './read-tool.ts';
import { readStepUsage } from './read-usage.ts';

export function openOpencodeReader({ folder }: ReaderOptions): StreamReader {
  const state: State = {
    folder: folder ?? null,
    sessionId: null,
    usage: null,
    steps: 'none',
    error: null,
    finalText: null,
  };
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
  /** Where it works. */
  readonly folder: string | null;
  sessionId: string | null;
  usage: Usage | null;
  /** Where its steps stand: in one, between two, or after one that was the last by its own word. */
  steps: 'none' | 'open' | 'more' | 'done' | 'broken';
  error: OpencodeError | null;
  finalText: string | null;
}

function readLine(state: State, text: string): readonly AgentEvent[] {
  if (text.trim() === '') return [];
  const value = tryParseJson(text);
  const known = readKind(state, value);
  if (known === null) return [{ kind: 'unknown', line: text }];
  return [...readSession(state, value), ...known];
}

/** The session stands in every event. */
function readSession(state: State, value: unknown): readonly AgentEvent[] {
  const sessionId = textAt(value, 'sessionID');
  if (sessionId === null || sessionId === state.sessionId) return [];
  state.sessionId = sessionId;
  return [{ kind: 'started', sessionId, model: null, version: null }];
}

/** `null`: no rule knows it. */
function readKind(state: State, value: unknown): readonly AgentEvent[] | null {
  switch (textAt(value, 'type')) {
    case 'step_start':
      state.steps = 'open';
      return [];
    case 'text': {
      const said = textAt(value, 'part', 'text');
      if (said === null) return null;
      state.finalText = said;
      return [{ kind: 'text', text: said }];
    }
    case 'reasoning':
      return [];
    case 'tool_use':
      return toolEvents(valueAt(value, 'part'), state.folder);
    case 'step_finish':
      return finishStep(state, valueAt(value, 'part'));
    case 'error':
      state.error = readError(valueAt(value, 'error'));
      return [];
    case null:
    default:
      return null;
  }
}

function finishStep(state: State, part: unknown): readonly AgentEvent[] {
  state.steps = afterStep(textAt(part, 'reason'));
  // A step that came through after an error means that the error was got over.
  state.error = null;
  const step = readStepUsage(part);
  if (step === null) return [];
  state.usage = state.usage === null ? step : addUsage(state.usage, step);
  return [{ kind: 'usage', usage: state.usage }];
}

function afterStep(reason: string | null): State['steps'] {
  if (reason === 'stop') return 'done';
  return reason === 'tool-calls' ? 'more' : 'broken';
}

function endOf(
  { steps, error, finalText }: State,
  { exit, lastWords }: { readonly exit: ProcessOutcome; readonly lastWords: string | null },
): Extract<AgentEvent, { readonly kind: 'end' }> {
  if (error !== null) return { kind: 'end', ...error, finalText };
  if (steps === 'done' && exit.exitCode === 0)
    return { kind: 'end', reason: 'success', message: null, finalText };
  if (steps === 'broken') {
    const message = 'its last answer was cut short';
    return { kind: 'end', reason: 'error', message, finalText };
  }
  return { kind: 'end', reason: 'crashed', message: lastWords, finalText };
}
