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

// An event as `logs` shows it: whole, over as many lines as it has. The caller strips control characters.

/** `null` for what says nothing to a reader. */
export function agentEventLines(event: AgentEvent): string | null {
  switch (event.kind) {
    case 'started': {
      const known = [event.model, event.sessionId === null ? null : `session ${event.sessionId}`];
      const words = known.filter((one) => one !== null).map((one) => oneLine(one, 200));
      return words.length === 0 ? null : `== started: ${words.join(', ')}`;
    }
    case 'text':
      return event.text.trim() === '' ? null : event.text.trimEnd();
    case 'tool-start':
      return `-> ${formatAgentEvent(event) ?? event.name}`;
    case 'tool-end':
      return event.ok ? null : `!! ${oneLine(event.name, 100)} failed`;
    case 'retrying':
    case 'waiting':
    case 'denied':
      return `!! ${formatAgentEvent(event) ?? event.kind}`;
    case 'usage':
      return null;
    case 'unknown':
      return event.line.trim() === '' ? null : `?? ${oneLine(event.line, 300)}`;
    case 'end': {
      const why = event.message === null ? '' : `: ${oneLine(event.message, 500)}`;
      return `== ended, ${event.reason}${why}`;
    }
  }
}
