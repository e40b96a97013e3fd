/** What Claude Code did not let its model do, each call once: it tells of most twice, as it happens and at the end. */
import type { AgentEvent } from '../../words/agent-event.ts';
import { textField, type Fields } from '../stream-fields.ts';
import { permissionLine } from './permission-line.ts';
import { toolSummary } from './tool-summary.ts';

const MAX_REMEMBERED = 10_000;

export interface Denials {
  /** `folder`: where it works, by its own word. */
  take(call: DeniedCall, folder: string | null): readonly AgentEvent[];
}

export interface DeniedCall {
  readonly id: string | null;
  readonly tool: string;
  readonly input: Fields;
}

export function openDenials(): Denials {
  const seen = new Set<string>();
  return {
    take: ({ id, tool, input }, folder) => {
      if (id !== null) {
        if (seen.has(id)) return [];
        if (seen.size < MAX_REMEMBERED) seen.add(id);
      }
      const summary = toolSummary(input);
      const what = summary === '' ? tool : `${tool}: ${summary}`;
      return [{ kind: 'denied', what, line: permissionLine(tool, input, folder) }];
    },
  };
}

/** Of the list at the end. */
export function deniedCall(fields: Fields, input: Fields): DeniedCall {
  return {
    id: textField(fields, 'tool_use_id'),
    tool: textField(fields, 'tool_name') ?? 'a tool',
    input,
  };
}
