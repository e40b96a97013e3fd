/** A tool is often announced before anybody knows what it is to do: it begins when it is told, or asked for, or at work. */
import { isRecord } from '../../../platform/json.ts';
import type { AgentEvent } from '../../../words/agent-event.ts';
import { oneLine } from '../../../words/text.ts';
import { listAt, textAt, valueAt } from '../../stream/fields.ts';
import { toolSummary } from '../../stream/tool-summary.ts';

export interface ToolFollower {
  update(update: unknown): readonly AgentEvent[];
  /** It is about to work, whatever was told of it. */
  begin(toolCall: unknown): readonly AgentEvent[];
}

interface Tool {
  name: string;
  begun: boolean;
}

/** Of a conversation that begins tools and ends none, so many are remembered. */
const MAX_TOOLS = 10_000;

export function followTools(): ToolFollower {
  const tools = new Map<string, Tool>();

  const toolOf = (id: string | null, update: unknown): Tool => {
    const known = id === null ? undefined : tools.get(id);
    const name = nameOf(update) ?? known?.name ?? 'tool';
    if (known !== undefined) {
      known.name = name;
      return known;
    }
    const tool: Tool = { name, begun: false };
    if (id !== null && tools.size < MAX_TOOLS) tools.set(id, tool);
    return tool;
  };
  const begin = (update: unknown): readonly AgentEvent[] => {
    const id = textAt(update, 'toolCallId');
    const tool = toolOf(id, update);
    if (tool.begun) return [];
    tool.begun = true;
    return [{ kind: 'tool-start', id, name: tool.name, summary: summaryOf(update) }];
  };
  return {
    begin,
    update: (update) => {
      const id = textAt(update, 'toolCallId');
      const status = textAt(update, 'status');
      toolOf(id, update);
      if (status !== 'completed' && status !== 'failed')
        return status === 'in_progress' || tellsEnough(update) ? begin(update) : [];
      const started = begin(update);
      const { name } = toolOf(id, update);
      if (id !== null) tools.delete(id);
      const ok = status === 'completed' && !failedInside(valueAt(update, 'rawOutput'));
      return [...started, { kind: 'tool-end', id, name, ok }];
    },
  };
}

/** The protocol has no names of tools, only kinds; agents that have names say them in places of their own. */
function nameOf(update: unknown): string | null {
  const name =
    textAt(update, 'name') ??
    textAt(update, '_meta', 'claudeCode', 'toolName') ??
    textAt(update, 'kind');
  return name === null ? null : oneLine(name, 80);
}

function tellsEnough(update: unknown): boolean {
  return toolSummary(valueAt(update, 'rawInput')) !== '';
}

function summaryOf(update: unknown): string {
  const told = toolSummary(valueAt(update, 'rawInput'));
  if (told !== '') return told;
  const [place] = listAt(update, 'locations');
  const [change] = listAt(update, 'content');
  return oneLine(
    textAt(place, 'path') ?? textAt(change, 'path') ?? textAt(update, 'title') ?? '',
    200,
  );
}

/** A command that ended badly is a success to some agents. */
function failedInside(output: unknown): boolean {
  if (!isRecord(output)) return false;
  const code =
    valueAt(output, 'exit_code') ??
    valueAt(output, 'exitCode') ??
    valueAt(output, 'metadata', 'exit');
  return typeof code === 'number' && code !== 0;
}
