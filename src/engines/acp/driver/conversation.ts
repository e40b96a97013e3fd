/**
 * From what an agent says in the protocol to events. Pure: it is handed the parts of the conversation as they come, all of
 * them hostile, and keeps what belongs together: pieces of one text, and tools from their first word to their last.
 */
import { isRecord } from '../../../platform/json.ts';
import type { AgentEvent } from '../../../words/agent-event.ts';
import { oneLine } from '../../../words/text.ts';
import type { Usage } from '../../../words/usage.ts';
import { countAt, listAt, textAt, valueAt } from '../../stream-fields.ts';
import { toolSummary } from '../../stream/tools.ts';
import { type AcpEnd, endOfAnswer, endOfError } from './end-of-prompt.ts';
import type { Judgement } from './judge-permission.ts';

// A tool is often announced before anybody knows what it is to do: it begins when it is told, or asked for, or at work.

interface ToolFollower {
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

function followTools(): ToolFollower {
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

/** Of one text; more is told in parts. */
const MAX_LENGTH = 64 * 1024;

export interface Conversation {
  initialized(result: unknown): void;
  /** @param id the session's: the answer to `session/load` does not name it again */
  opened(id: string | null, result: unknown): readonly AgentEvent[];
  update(update: unknown): readonly AgentEvent[];
  asked(toolCall: unknown, judgement: Judgement): readonly AgentEvent[];
  /** The answer to the prompt; ends in `end`. */
  answered(result: unknown): readonly AgentEvent[];
  /** What came instead of an answer; ends in `end`. */
  failed(error: unknown): readonly AgentEvent[];
  /** It went away, or was given up: ends in `end`. */
  gone(end: AcpEnd): readonly AgentEvent[];
}

/** They tell nothing of the work. */
const SILENT: ReadonlySet<string> = new Set([
  'agent_thought_chunk',
  'user_message_chunk',
  'plan',
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
]);

export function openConversation(): Conversation {
  const text = gatherText();
  const tools = followTools();
  let version: string | null = null;
  let costUsd: number | null = null;

  const end = (how: AcpEnd): readonly AgentEvent[] => [
    ...text.flush(),
    { kind: 'end', ...how, finalText: text.last() },
  ];
  return {
    initialized: (result) => {
      version = textAt(result, 'agentInfo', 'version');
    },
    opened: (id, result) => [{ kind: 'started', sessionId: id, model: modelOf(result), version }],
    update: (update) => {
      const kind = textAt(update, 'sessionUpdate') ?? '';
      switch (kind) {
        case 'agent_message_chunk':
          return text.add(update);
        case 'tool_call':
        case 'tool_call_update':
          return [...text.flush(), ...tools.update(update)];
        case 'usage_update':
          costUsd = costOf(update) ?? costUsd;
          return [];
        default:
          return SILENT.has(kind) ? [] : [{ kind: 'unknown', line: JSON.stringify(update) ?? '' }];
      }
    },
    asked: (toolCall, judgement) => [
      ...text.flush(),
      ...tools.begin(toolCall),
      ...(judgement.kind === 'allow'
        ? []
        : [{ kind: 'denied', what: judgement.what, line: judgement.line } as const]),
    ],
    answered: (result) => {
      const usage: Usage | null = readAcpUsage(result, costUsd);
      return [
        ...text.flush(),
        ...(usage === null ? [] : [{ kind: 'usage', usage } as const]),
        ...end(endOfAnswer(result)),
      ];
    },
    failed: (error) => end(endOfError(error)),
    gone: (how) => end(how),
  };
}

/** Where agents say it: the older list of models, or an option of that name. */
function modelOf(result: unknown): string | null {
  const listed = textAt(result, 'models', 'currentModelId');
  if (listed !== null) return listed;
  const option = listAt(result, 'configOptions').find((item) => textAt(item, 'id') === 'model');
  return textAt(option, 'currentValue');
}

function costOf(update: unknown): number | null {
  return textAt(update, 'cost', 'currency') === 'USD' && valueAt(update, 'cost') !== undefined
    ? countAt(update, 'cost', 'amount')
    : null;
}

/**
 * What the answer to a prompt says of its tokens: the protocol counts what a cache gave apart from the input.
 * `null` when it says nothing.
 */
function readAcpUsage(result: unknown, costUsd: number | null): Usage | null {
  const usage = valueAt(result, 'usage');
  const input = countAt(usage, 'inputTokens');
  const output = countAt(usage, 'outputTokens');
  if (input === null || output === null) return quotaUsage(result, costUsd);
  const cachedTokens = countAt(usage, 'cachedReadTokens') ?? 0;
  const written = countAt(usage, 'cachedWriteTokens') ?? 0;
  return {
    inputTokens: input + cachedTokens + written,
    cachedTokens,
    outputTokens: output,
    costUsd,
  };
}

/** Where Gemini's says it. */
function quotaUsage(result: unknown, costUsd: number | null): Usage | null {
  const counted = valueAt(result, '_meta', 'quota', 'token_count');
  const inputTokens = countAt(counted, 'input_tokens');
  const outputTokens = countAt(counted, 'output_tokens');
  if (inputTokens === null || outputTokens === null) return null;
  return { inputTokens, cachedTokens: 0, outputTokens, costUsd };
}

/** Agents say one text in many pieces; it is told once it is whole. */
interface TextGatherer {
  add(update: unknown): readonly AgentEvent[];
  flush(): readonly AgentEvent[];
  last(): string | null;
}

function gatherText(): TextGatherer {
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
