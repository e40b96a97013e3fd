/** What Codex tells of items: messages, commands, patches, calls of tools. */
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import { recordsField, textField, type Fields } from '../stream-fields.ts';

/** The maximum under way at once; a stream with more is forged. */
const MAX_OPEN_ITEMS = 10_000;

/** Known, and of no account here: thoughts, plans, and warnings, which end nothing. */
const PASSED_OVER: ReadonlySet<unknown> = new Set(['reasoning', 'todo_list', 'error']);

export interface Items {
  /** `null`: an item that no rule knows. */
  take(
    type: 'item.started' | 'item.updated' | 'item.completed',
    item: Fields,
  ): readonly AgentEvent[] | null;
  lastText(): string | null;
}

export function openItems(): Items {
  const open = new Set<string>();
  let lastText: string | null = null;

  const finish = (item: Fields, tool: Tool): readonly AgentEvent[] => {
    const id = textField(item, 'id');
    // What was over at once is told of only when it is over.
    const started = id !== null && open.delete(id);
    return [
      ...(started ? [] : [startOf(item, tool)]),
      ...denialsOf(item, tool),
      { kind: 'tool-end', id, name: tool.name, ok: isFine(item) },
    ];
  };
  const start = (item: Fields, tool: Tool): readonly AgentEvent[] => {
    const id = textField(item, 'id');
    if (id !== null && open.size < MAX_OPEN_ITEMS) open.add(id);
    return [startOf(item, tool)];
  };
  return {
    take: (type, item) => {
      if (item['type'] === 'agent_message') {
        if (type !== 'item.completed') return [];
        const text = textField(item, 'text') ?? '';
        lastText = text;
        return [{ kind: 'text', text }];
      }
      if (PASSED_OVER.has(item['type'])) return [];
      const tool = toolOf(item);
      if (tool === null) return null;
      if (type === 'item.updated') return [];
      return type === 'item.started' ? start(item, tool) : finish(item, tool);
    },
    lastText: () => lastText,
  };
}

interface Tool {
  readonly name: string;
  readonly summary: string;
}

function startOf(item: Fields, { name, summary }: Tool): AgentEvent {
  return { kind: 'tool-start', id: textField(item, 'id'), name, summary };
}

function toolOf(item: Fields): Tool | null {
  switch (item['type']) {
    case 'command_execution':
      return { name: 'shell', summary: short(textField(item, 'command')) };
    case 'file_change':
      return { name: 'patch', summary: short(changedPaths(item)) };
    case 'mcp_tool_call': {
      const [server, tool] = [textField(item, 'server'), textField(item, 'tool')];
      return { name: short(`${server ?? 'a server'}.${tool ?? 'a tool'}`), summary: '' };
    }
    case 'web_search':
      return { name: 'web_search', summary: short(textField(item, 'query')) };
    case 'collab_tool_call':
      return { name: short(textField(item, 'tool') ?? 'sub-agent'), summary: '' };
    default:
      return null;
  }
}

function changedPaths(item: Fields): string {
  return recordsField(item, 'changes')
    .slice(0, 50)
    .map((change) => textField(change, 'path') ?? '')
    .join(', ');
}

function short(text: string | null): string {
  return oneLine((text ?? '').slice(0, 2000), 200);
}

/** `declined` by its own rules, or by a sandbox that cannot be had on this machine. */
function denialsOf(item: Fields, { name, summary }: Tool): readonly AgentEvent[] {
  if (item['status'] === 'declined')
    return [{ kind: 'denied', what: `${name}: ${summary}`, line: null }];
  const output = textField(item, 'aggregated_output');
  if (item['status'] !== 'failed' || output?.startsWith('bwrap: ') !== true) return [];
  return [
    {
      kind: 'denied',
      what: `all commands: Codex’s own sandbox failed (${short(output)})`,
      line: null,
    },
  ];
}

function isFine(item: Fields): boolean {
  const code = item['exit_code'];
  return item['status'] === 'completed' || (item['status'] === undefined && (code ?? 0) === 0);
}
