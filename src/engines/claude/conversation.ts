/** What model and tools say in the lines `assistant` and `user`. */
import { isRecord } from '../../platform/json.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import {
  recordField,
  recordsField,
  textField,
  type Fields,
  numberField,
} from '../stream-fields.ts';

/** The maximum of calls under way at once; a stream with more is forged. */
const MAX_OPEN_TOOLS = 10_000;

export interface Conversation {
  line(fields: Fields): readonly AgentEvent[];
  /** A call that is under way. */
  toolCall(id: string | null): OpenTool | null;
  lastText(): string | null;
}

export interface OpenTool {
  readonly name: string;
  readonly input: Fields;
}

export function openConversation(): Conversation {
  const open = new Map<string, OpenTool>();
  let lastText: string | null = null;

  const start = (block: Fields): AgentEvent => {
    const [id, name] = [textField(block, 'id'), textField(block, 'name') ?? 'a tool'];
    const input = recordField(block, 'input');
    if (id !== null && open.size < MAX_OPEN_TOOLS) open.set(id, { name, input: small(input) });
    return { kind: 'tool-start', id, name, summary: toolSummary(input) };
  };
  const finish = (block: Fields): AgentEvent => {
    const id = textField(block, 'tool_use_id');
    const name = (id === null ? undefined : open.get(id))?.name ?? 'a tool';
    if (id !== null) open.delete(id);
    return { kind: 'tool-end', id, name, ok: block['is_error'] !== true };
  };
  const say = (text: string): AgentEvent => {
    lastText = text;
    return { kind: 'text', text };
  };
  const block = (one: Fields, line: Fields): readonly AgentEvent[] => {
    switch (one['type']) {
      case 'tool_use':
      case 'server_tool_use':
        return [start(one)];
      case 'tool_result':
        return [finish(one)];
      case 'text':
        return isWordOfModel(line) ? [say(textField(one, 'text') ?? '')] : [];
      default:
        return [];
    }
  };
  return {
    line: (fields) =>
      recordsField(recordField(fields, 'message'), 'content').flatMap((one) => block(one, fields)),
    toolCall: (id) => (id === null ? null : (open.get(id) ?? null)),
    lastText: () => lastText,
  };
}

/** Not what a user line repeats, not what a sub-agent says, and not what the program puts into its model's mouth. */
function isWordOfModel(line: Fields): boolean {
  return (
    line['type'] === 'assistant' &&
    typeof line['parent_tool_use_id'] !== 'string' &&
    textField(recordField(line, 'message'), 'model') !== '<synthetic>'
  );
}

/** Of a call's input, what a denial needs; whole files are in the rest. */
function small(input: Fields): Fields {
  return Object.fromEntries(
    Object.entries(input).filter(([, value]) => !isRecord(value) && String(value).length < 2000),
  );
}

/** What tells most about a call, the first that is there. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'pattern',
  'url',
  'query',
  'skill',
  'description',
] as const;

/** One line: the command, the path. */
export function toolSummary(input: Fields): string {
  for (const name of TELLING) {
    const value = textField(input, name);
    if (value !== null && value.trim() !== '') return oneLine(value.slice(0, 2000), 200);
  }
  return '';
}

/** Of `system` lines: known, and of no account here. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'compact_boundary',
  'files_persisted',
  'hook_progress',
  'hook_response',
  'hook_started',
  'local_command_output',
  'status',
  'task_notification',
  'task_progress',
  'task_started',
  'task_updated',
  'ui_invalidate',
]);

/** `null`: a subtype that no rule knows. A `permission_denied` is read where the calls are known. */
export function readSystem(fields: Fields): readonly AgentEvent[] | null {
  const subtype = textField(fields, 'subtype') ?? '';
  switch (subtype) {
    case 'init':
      return [
        {
          kind: 'started',
          sessionId: textField(fields, 'session_id'),
          model: textField(fields, 'model'),
          version: textField(fields, 'claude_code_version'),
        },
      ];
    case 'api_retry':
      return [
        {
          kind: 'retrying',
          reason: retryReason(fields),
          afterMs: numberField(fields, 'retry_delay_ms'),
        },
      ];
    default:
      return PASSED_OVER.has(subtype) ? [] : null;
  }
}

/** `rate_limit (429)`; without a status nothing was answered. */
function retryReason(fields: Fields): string {
  const status = numberField(fields, 'error_status');
  const error = textField(fields, 'error') ?? 'unknown';
  return status === null ? `no whole answer (${error})` : `${error} (${status})`;
}
