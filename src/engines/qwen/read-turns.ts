/** What the model says and does, and what its tools answer. */
import type { AgentEvent } from '../../words/agent-event.ts';
import { addUsage, type Usage } from '../../words/usage.ts';
import { listAt, textAt, valueAt } from '../stream/fields.ts';
import { openTools, type OpenTools } from '../stream/open-tools.ts';
import { toolSummary } from '../stream/tool-summary.ts';
import { readUsage } from './session-usage.ts';

export interface Turns {
  assistant(value: unknown): readonly AgentEvent[];
  user(value: unknown): readonly AgentEvent[];
  lastText(): string | null;
  /** Of the turns so far; `null` before the first. What was asked again after a fault is not in it. */
  usage(): Usage | null;
}

export function readTurns(): Turns {
  const tools = openTools();
  let lastText: string | null = null;
  let usage: Usage | null = null;
  return {
    assistant: (value) => {
      const events = listAt(value, 'message', 'content').flatMap((block) => said(block, tools));
      for (const event of events) if (event.kind === 'text') lastText = event.text;
      const used = readUsage(valueAt(value, 'message', 'usage'));
      if (used === null || used.inputTokens + used.outputTokens === 0) return events;
      usage = usage === null ? used : addUsage(usage, used);
      return [...events, { kind: 'usage', usage }];
    },
    user: (value) => listAt(value, 'message', 'content').flatMap((block) => answered(block, tools)),
    lastText: () => lastText,
    usage: () => usage,
  };
}

function said(block: unknown, tools: OpenTools): readonly AgentEvent[] {
  switch (textAt(block, 'type') ?? '') {
    case 'text': {
      const text = textAt(block, 'text') ?? '';
      return text === '' ? [] : [{ kind: 'text', text }];
    }
    case 'tool_use': {
      const id = textAt(block, 'id');
      const { name, input } = toolOf(block);
      if (id !== null) tools.begin(id, name);
      return [{ kind: 'tool-start', id, name, summary: toolSummary(input) }];
    }
    default:
      return [];
  }
}

/** Tools of MCP servers are called through one tool that takes their name. */
function toolOf(block: unknown): { readonly name: string; readonly input: unknown } {
  const name = textAt(block, 'name') ?? 'tool';
  const input = valueAt(block, 'input');
  const inner = name === 'tool_call' ? textAt(input, 'name') : null;
  return inner === null ? { name, input } : { name: inner, input: valueAt(input, 'arguments') };
}

function answered(block: unknown, tools: OpenTools): readonly AgentEvent[] {
  if (textAt(block, 'type') !== 'tool_result') return [];
  const id = textAt(block, 'tool_use_id');
  const name = (id === null ? null : tools.end(id)) ?? 'tool';
  return [{ kind: 'tool-end', id, name, ok: valueAt(block, 'is_error') !== true }];
}
