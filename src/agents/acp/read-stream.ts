import type { AgentEvent } from '../../domain/agent-event.ts';
import type { StreamReader } from '../stream-reader.ts';

export function openAcpReader(): StreamReader {
  const end: AgentEvent = { kind: 'end', reason: 'crashed', message: null, finalText: null };
  return { line: () => [], errorLine: () => [], end: () => [end] };
}
