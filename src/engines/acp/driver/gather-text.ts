/** Agents say one text in many pieces; it is told once it is whole. */
import type { AgentEvent } from '../../../words/agent-event.ts';
import { textAt } from '../../stream/fields.ts';

export interface TextGatherer {
  add(update: unknown): readonly AgentEvent[];
  flush(): readonly AgentEvent[];
  last(): string | null;
}

/** Of one text; more is told in parts. */
const MAX_LENGTH = 64 * 1024;

export function gatherText(): TextGatherer {
  let pieces = '';
  let message: string | null = null;
  let last: string | null = null;
  const flush = (): readonly AgentEvent[] => {
    if (pieces === '') return [];
    last = pieces;
    pieces = '';
    return [{ kind: 'text', text: last }];
  };
  return {
    add: (update) => {
      const id = textAt(update, 'messageId');
      const before = id === message ? [] : flush();
      message = id;
      pieces += textAt(update, 'content', 'text') ?? '';
      return pieces.length > MAX_LENGTH ? [...before, ...flush()] : before;
    },
    flush,
    last: () => last,
  };
}
