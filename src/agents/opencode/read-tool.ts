import type { AgentEvent } from '../../domain/agent-event.ts';
import { oneLine } from '../../domain/text.ts';
import { countAt, textAt, valueAt } from '../stream/fields.ts';
import { toolSummary } from '../stream/tool-summary.ts';

/** How it tells its model that a rule of its settings forbids something. */
const FORBIDDEN = 'rule which prevents you from using this specific tool call';

/** Told when it is over: begun and ended in one. `null`: not what a tool's part looks like. */
export function toolEvents(part: unknown): readonly AgentEvent[] | null {
  const name = textAt(part, 'tool');
  const status = textAt(part, 'state', 'status');
  if (name === null || status === null) return null;
  const id = textAt(part, 'callID');
  const summary = toolSummary(valueAt(part, 'state', 'input'));
  const exitCode = countAt(part, 'state', 'metadata', 'exit') ?? 0;
  return [
    { kind: 'tool-start', id, name, summary },
    { kind: 'tool-end', id, name, ok: status === 'completed' && exitCode === 0 },
    ...denialIn(part, { name, summary }),
  ];
}

interface DeniedTool {
  readonly name: string;
  readonly summary: string;
}

function denialIn(part: unknown, { name, summary }: DeniedTool): readonly AgentEvent[] {
  const error = textAt(part, 'state', 'error');
  if (error === null || !error.includes(FORBIDDEN)) return [];
  const path = textAt(part, 'state', 'input', 'filePath');
  const what = oneLine(`${name} ${summary}`.trim(), 200);
  return [
    { kind: 'denied', what, line: path === null ? null : `write: [${JSON.stringify(path)}]` },
  ];
}
