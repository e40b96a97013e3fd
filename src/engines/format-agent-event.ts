/** One line of an event for a watching user; `null` for events not worth showing. Safe characters, not escaped. */
import type { AgentEvent } from '../words/agent-event.ts';
import { formatDuration } from '../words/duration.ts';
import { oneLine } from '../words/text.ts';

const MAX = 200;

export function formatAgentEvent(event: AgentEvent): string | null {
  switch (event.kind) {
    case 'text':
      return oneLine(event.text, MAX) || null;
    case 'tool-start':
      return oneLine(event.summary === '' ? event.name : `${event.name}: ${event.summary}`, MAX);
    case 'retrying': {
      const after = event.afterMs === null ? '' : `, again in ${formatDuration(event.afterMs)}`;
      return oneLine(`its model did not answer (${event.reason})${after}`, MAX);
    }
    case 'waiting':
      return oneLine(`waits for ${event.on}`, MAX);
    case 'denied':
      return oneLine(`was denied: ${event.what}`, MAX);
    case 'started':
    case 'tool-end':
    case 'usage':
    case 'unknown':
    case 'end':
      return null;
  }
}
