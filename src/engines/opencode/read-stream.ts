/**
 * OpenCode's `run --format json`: one JSON object a line, of the kinds step_start, text, tool_use (told once it is over),
 * step_finish and error. There is no last event: it was done when its last step finished with "stop" and nothing failed after.
 */
import { isAbsolute, relative } from 'node:path';

import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { addUsage, type Usage } from '../../words/usage.ts';
import { textAt, valueAt, countAt } from '../stream-fields.ts';
import type { ProcessOutcome, ReaderOptions, StreamReader } from '../stream-reader.ts';
import { openLastWords, reasonOfStatus, statusIn } from '../stream/refusal-words.ts';
import { networkLine, writeLine, toolSummary } from '../stream/tools.ts';

/** How it tells its model that a rule of its settings forbids something. */
const FORBIDDEN = 'rule which prevents you from using this specific tool call';

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

interface OpencodeError {
  readonly reason: EndReason;
  readonly message: string;
}

/** Of an `error` event: `{name, data: {message, statusCode}}`. */
function readError(error: unknown): OpencodeError {
  const name = textAt(error, 'name');
  const message =
    textAt(error, 'data', 'message') ?? textAt(error, 'message') ?? name ?? 'no reason given';
  if (name === 'ProviderAuthError') return { reason: 'unauthorized', message };
  if (name === 'MessageAbortedError') return { reason: 'cancelled', message };
  return {
    reason: reasonOfStatus(countAt(error, 'data', 'statusCode') ?? statusIn(message)),
    message,
  };
}

/** Of one step; `null` when it says none. Its input leaves the cache out, its output what was thought: the total has all. */
function readStepUsage(part: unknown): Usage | null {
  const input = countAt(part, 'tokens', 'input');
  const output = countAt(part, 'tokens', 'output');
  if (input === null || output === null) return null;
  const cachedTokens = countAt(part, 'tokens', 'cache', 'read') ?? 0;
  const inputTokens = input + cachedTokens + (countAt(part, 'tokens', 'cache', 'write') ?? 0);
  const total = countAt(part, 'tokens', 'total') ?? 0;
  return {
    inputTokens,
    cachedTokens,
    outputTokens: Math.max(output, total - inputTokens),
    costUsd: priceOf(countAt(part, 'cost'), inputTokens + output),
  };
}

/** A model without a price costs 0 by its word, which is to say that it does not know. */
function priceOf(cost: number | null, tokens: number): number | null {
  return cost === 0 && tokens > 0 ? null : cost;
}

/** Told when it is over: begun and ended in one. `null`: not what a tool's part looks like. `folder`: where it works. */
function toolEvents(part: unknown, folder: string | null): readonly AgentEvent[] | null {
  const name = textAt(part, 'tool');
  const status = textAt(part, 'state', 'status');
  if (name === null || status === null) return null;
  const id = textAt(part, 'callID');
  const summary = toolSummary(valueAt(part, 'state', 'input'));
  const exitCode = countAt(part, 'state', 'metadata', 'exit') ?? 0;
  return [
    { kind: 'tool-start', id, name, summary },
    { kind: 'tool-end', id, name, ok: status === 'completed' && exitCode === 0 },
    ...(isForbidden(part)
      ? [
          {
            kind: 'denied',
            what: oneLine(`${name} ${summary}`.trim(), 200),
            line: permittingLine(valueAt(part, 'state', 'input'), folder),
          } as const,
        ]
      : []),
  ];
}

function isForbidden(part: unknown): boolean {
  return textAt(part, 'state', 'error')?.includes(FORBIDDEN) === true;
}

/** What it changes it names by its whole path; `write` is about the repository. */
function permittingLine(input: unknown, folder: string | null): string | null {
  const url = textAt(input, 'url');
  if (url !== null) return networkLine(url);
  const path = textAt(input, 'filePath');
  if (path === null) return null;
  const inside = isAbsolute(path) ? (folder === null ? '' : relative(folder, path)) : path;
  if (inside === '' || inside === '..' || inside.startsWith('../')) return null;
  return writeLine(inside);
}
