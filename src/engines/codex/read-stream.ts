/**
 * From the lines of `codex exec --json` to events.
 *
 * `turn.completed` and `turn.failed` are the terminal events. A top-level `error` is none: most announce a retry.
 */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import { oneLine } from '../../words/text.ts';
import type { Usage } from '../../words/usage.ts';
import {
  amountField,
  type Fields,
  recordField,
  recordsField,
  textField,
} from '../stream-fields.ts';
import type { ReaderOptions, StreamReader } from '../stream-reader.ts';

// What Codex tells of items: messages, commands, patches, calls of tools.

/** The maximum under way at once; a stream with more is forged. */
const MAX_OPEN_ITEMS = 10_000;

/** Known, and of no account here: thoughts, plans, and warnings, which end nothing. */
const PASSED_OVER: ReadonlySet<unknown> = new Set(['reasoning', 'todo_list', 'error']);

interface Items {
  /** `null`: an item that no rule knows. */
  take(
    type: 'item.started' | 'item.updated' | 'item.completed',
    item: Fields,
  ): readonly AgentEvent[] | null;
  lastText(): string | null;
}

function openItems(): Items {
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

/** Said of every start with a stdin that is not a terminal, and of every worktree with settings of its own. */
const USUAL = /^Reading (?:additional input|prompt) from stdin|^warning: Untrusted project-local/;

const REJECTED = 'error=patch rejected: ';

type Terminal =
  | { readonly kind: 'completed' }
  | { readonly kind: 'failed'; readonly message: string | null };

export function openCodexReader({ usageBefore }: ReaderOptions): StreamReader {
  const items = openItems();
  let terminal: Terminal | null = null;
  let lastWords: string | null = null;

  const readError = (message: string): readonly AgentEvent[] => {
    const retry = retryOf(message);
    if (retry !== null) return [{ kind: 'retrying', reason: retry, afterMs: null }];
    lastWords = message;
    return [];
  };
  const read = (fields: Fields): readonly AgentEvent[] | null => {
    switch (fields['type']) {
      case 'thread.started':
        return [
          {
            kind: 'started',
            sessionId: textField(fields, 'thread_id'),
            model: null,
            version: null,
          },
        ];
      case 'turn.started':
        terminal = null;
        return [];
      case 'item.started':
      case 'item.updated':
      case 'item.completed':
        return items.take(fields['type'], recordField(fields, 'item'));
      case 'turn.completed':
        terminal = { kind: 'completed' };
        return [{ kind: 'usage', usage: sinceThen(recordField(fields, 'usage'), usageBefore) }];
      case 'turn.failed':
        terminal = { kind: 'failed', message: textField(recordField(fields, 'error'), 'message') };
        return [];
      case 'error':
        return readError(textField(fields, 'message') ?? '');
      default:
        return null;
    }
  };
  return {
    line: (text) => {
      if (text.trim() === '') return [];
      const value = tryParseJson(text);
      return (isRecord(value) ? read(value) : null) ?? [{ kind: 'unknown', line: text }];
    },
    errorLine: (text) => {
      const { events, words } = readErrorLine(text);
      lastWords = words ?? lastWords;
      return events;
    },
    end: () => [endOf(terminal, { finalText: items.lastText(), lastWords })],
  };
}

function endOf(
  terminal: Terminal | null,
  {
    finalText,
    lastWords,
  }: { readonly finalText: string | null; readonly lastWords: string | null },
): AgentEvent {
  if (terminal === null) return { kind: 'end', reason: 'crashed', message: lastWords, finalText };
  if (terminal.kind === 'completed')
    return { kind: 'end', reason: 'success', message: null, finalText };
  const message = terminal.message ?? lastWords;
  return { kind: 'end', reason: reasonOfMessage(message ?? ''), message, finalText };
}

/** `Reconnecting... 1/5 (why)`; `null` for every other error. */
function retryOf(message: string): string | null {
  const prefix = 'Reconnecting...';
  if (!message.startsWith(prefix)) return null;
  const why = message.indexOf('(');
  const words = why === -1 ? message.slice(prefix.length) : message.slice(why + 1);
  return oneLine(words.slice(0, 2000).replace(/\)\s*$/, ''), 300);
}

/** It counts over the whole thread, earlier processes included; and never what it cost. */
function sinceThen(usage: Fields, before: Usage | null): Usage {
  const [input, cached, output] = [
    amountField(usage, 'input_tokens'),
    amountField(usage, 'cached_input_tokens'),
    amountField(usage, 'output_tokens'),
  ];
  const isWhole =
    before !== null &&
    input >= before.inputTokens &&
    cached >= before.cachedTokens &&
    output >= before.outputTokens;
  const [inputBefore, cachedBefore, outputBefore] = isWhole
    ? [before.inputTokens, before.cachedTokens, before.outputTokens]
    : [0, 0, 0];
  return {
    inputTokens: input - inputBefore,
    cachedTokens: cached - cachedBefore,
    outputTokens: output - outputBefore,
    costUsd: null,
  };
}

interface ErrorLine {
  readonly events: readonly AgentEvent[];
  /** Worth telling should nothing else come; `null` when not. */
  readonly words: string | null;
}

/** A patch that its sandbox refuses is told of on stderr alone. */
function readErrorLine(text: string): ErrorLine {
  const line = text.slice(0, 5000);
  const at = line.indexOf(REJECTED);
  if (at !== -1) {
    const why = oneLine(line.slice(at + REJECTED.length).replace(/; rejected by .*$/, ''), 200);
    return { events: [{ kind: 'denied', what: `a patch: ${why}`, line: null }], words: null };
  }
  const words = oneLine(line, 500);
  return { events: [], words: words === '' || USUAL.test(words) ? null : words };
}

/** Of a failed turn: Codex has a status in its words, or none at all. */
function reasonOfMessage(message: string): EndReason {
  const status = /\bstatus:? (\d{3})\b/.exec(message)?.[1];
  switch (status) {
    case '401':
    case '403':
      return 'unauthorized';
    case '429':
      return 'limit';
    case undefined:
      return reasonInWords(message);
    default:
      return 'error';
  }
}

/** Of log-ins with an account. */
function reasonInWords(message: string): EndReason {
  if (/usage limit|quota exceeded|rate limit/i.test(message)) return 'limit';
  return /not logged in|codex login|refresh token|access token could not be refreshed/i.test(
    message,
  )
    ? 'unauthorized'
    : 'error';
}
