/** Events as lines, between our driver and the reader of its stream. */
import { tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import type { Usage } from '../../words/usage.ts';
import { countAt, textAt, valueAt } from '../stream-fields.ts';

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
