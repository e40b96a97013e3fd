/**
 * What our driver prints: events as they are, one JSON object a line. It is looked at like any other program's output: the
 * agent that the driver leads may have written to the same place.
 */
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import type { StreamReader } from '../stream-reader.ts';
import { readEventLine } from './event-line.ts';

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
