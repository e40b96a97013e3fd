/**
 * What our driver prints: events as they are, one JSON object a line. It is looked at like any other program's output: the
 * agent that the driver leads may have written to the same place.
 */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import type { Usage } from '../../words/usage.ts';
import { countAt, textAt, valueAt } from '../stream-fields.ts';
import type { StreamReader } from '../stream-reader.ts';

type End = Extract<AgentEvent, { readonly kind: 'end' }>;

export function openAcpReader(): StreamReader {
  let end: End | null = null;
  let finalText: string | null = null;
  let lastError: string | null = null;
  return {
    line: (text) => {
      if (text.trim() === '') return [];
      const event = readEventLine(text);
      if (event === null) return [{ kind: 'unknown', line: text }];
      if (event.kind === 'alive') return [];
      if (event.kind === 'text') finalText = event.text;
      if (event.kind !== 'end') return [event];
      end = event;
      return [];
    },
    errorLine: (text) => {
      if (text.trim() !== '') lastError = oneLine(text, 300);
      return [];
    },
    end: () => [end ?? { kind: 'end', reason: 'crashed', message: lastError, finalText }],
  };
}

// Events as lines, between our driver and the reader of its stream.

/** `alive`: the agent thinks, and nothing is to be told of it. */
export type DriverEvent = AgentEvent | { readonly kind: 'alive' };

export function eventLine(event: DriverEvent): string {
  return `${JSON.stringify(event)}\n`;
}

/** `null` for any other line. */
export function readEventLine(line: string): DriverEvent | null {
  const value = tryParseJson(line);
  switch (textAt(value, 'kind') ?? '') {
    case 'alive':
      return { kind: 'alive' };
    case 'started':
      return {
        kind: 'started',
        sessionId: textAt(value, 'sessionId'),
        model: textAt(value, 'model'),
        version: textAt(value, 'version'),
      };
    case 'text':
      return { kind: 'text', text: textAt(value, 'text') ?? '' };
    case 'tool-start':
      return {
        kind: 'tool-start',
        id: textAt(value, 'id'),
        name: textAt(value, 'name') ?? 'tool',
        summary: textAt(value, 'summary') ?? '',
      };
    case 'tool-end':
      return {
        kind: 'tool-end',
        id: textAt(value, 'id'),
        name: textAt(value, 'name') ?? 'tool',
        ok: valueAt(value, 'ok') === true,
      };
    case 'usage':
      return usageEvent(valueAt(value, 'usage'));
    case 'denied':
      return {
        kind: 'denied',
        what: textAt(value, 'what') ?? 'something',
        line: textAt(value, 'line'),
      };
    case 'unknown':
      return { kind: 'unknown', line: textAt(value, 'line') ?? line };
    case 'end':
      return endEvent(value);
    default:
      return null;
  }
}

function usageEvent(value: unknown): DriverEvent | null {
  const inputTokens = countAt(value, 'inputTokens');
  const outputTokens = countAt(value, 'outputTokens');
  if (inputTokens === null || outputTokens === null) return null;
  const usage: Usage = {
    inputTokens,
    cachedTokens: countAt(value, 'cachedTokens') ?? 0,
    outputTokens,
    costUsd: countAt(value, 'costUsd'),
  };
  return { kind: 'usage', usage };
}

function endEvent(value: unknown): DriverEvent | null {
  const reason = reasonOf(textAt(value, 'reason'));
  if (reason === null) return null;
  return {
    kind: 'end',
    reason,
    message: textAt(value, 'message'),
    finalText: textAt(value, 'finalText'),
  };
}

/** Those that the driver says; the others are not its to say. */
const SAID: readonly EndReason[] = [
  'success',
  'error',
  'limit',
  'unauthorized',
  'turns',
  'cancelled',
  'crashed',
];

function reasonOf(text: string | null): EndReason | null {
  return SAID.find((reason) => reason === text) ?? null;
}
