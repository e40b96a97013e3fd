/** An event as `logs` shows it: whole, over as many lines as it has. The caller strips control characters. */
import type { AgentEvent } from '../words/agent-event.ts';
import { oneLine } from '../words/text.ts';
import { formatAgentEvent } from './format-agent-event.ts';

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
