/**
 * From the lines of `claude -p --output-format stream-json --verbose` to events.
 *
 * Its `result` line is the terminal event. A `subtype` of `success` says only that the conversation came to an end:
 * with `is_error` it failed all the same.
 */
import { isAbsolute, relative } from 'node:path';

import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { AgentEvent, EndReason } from '../../words/agent-event.ts';
import {
  recordField,
  recordsField,
  textField,
  type Fields,
  numberField,
} from '../stream-fields.ts';
import type { ReaderOptions, StreamReader } from '../stream-reader.ts';
import { openLastWords } from '../stream/refusal-words.ts';
import { networkLine, writeLine } from '../stream/tools.ts';
import { openConversation, toolSummary, readSystem } from './conversation.ts';
import { openUsage } from './usage.ts';

const EDITORS: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit', 'NotebookEdit']);

const MAX_REMEMBERED = 10_000;

/** Lines that say nothing that counts here. */
const PASSED_OVER: ReadonlySet<string> = new Set([
  'auth_status',
  'control_cancel_request',
  'control_request',
  'control_response',
  'keep_alive',
  'prompt_suggestion',
  'stream_event',
  'tool_progress',
  'tool_use_summary',
]);

export function openClaudeReader({ usageBefore }: ReaderOptions): StreamReader {
  const conversation = openConversation();
  const denials = openDenials();
  const usage = openUsage(usageBefore);
  const errors = openLastWords();
  let folder: string | null = null;
  let result: Fields | null = null;
  let limit: string | null = null;

  const readResult = (fields: Fields): readonly AgentEvent[] => {
    result = fields;
    return [
      ...recordsField(fields, 'permission_denials').flatMap((denied) =>
        denials.take(deniedCall(denied, recordField(denied, 'tool_input')), folder),
      ),
      { kind: 'usage', usage: usage.add(fields) },
    ];
  };
  const readDenied = (fields: Fields): readonly AgentEvent[] => {
    const call = conversation.toolCall(textField(fields, 'tool_use_id'));
    return denials.take(deniedCall(fields, call?.input ?? {}), folder);
  };
  const read = (fields: Fields): readonly AgentEvent[] | null => {
    const type = textField(fields, 'type') ?? '';
    switch (type) {
      case 'assistant':
      case 'user':
        // Whatever comes after a result belongs to another turn, which has to end for itself.
        result = null;
        return conversation.line(fields);
      case 'result':
        return readResult(fields);
      case 'rate_limit_event':
        limit = formatLimit(recordField(fields, 'rate_limit_info')) ?? limit;
        return [];
      case 'system':
        if (fields['subtype'] === 'permission_denied') return readDenied(fields);
        folder = textField(fields, 'cwd') ?? folder;
        return readSystem(fields);
      default:
        return PASSED_OVER.has(type) ? [] : null;
    }
  };
  const take = (value: unknown, line: string): readonly AgentEvent[] =>
    (isRecord(value) ? read(value) : null) ?? [{ kind: 'unknown', line }];
  const takeLine = (line: string): readonly AgentEvent[] => {
    const value = tryParseJson(line);
    // With `--output-format json` all of it is one list.
    return Array.isArray(value) && value.length > 0
      ? value.flatMap((each) => take(each, line))
      : take(value, line);
  };
  return {
    line: (text) => (text.trim() === '' ? [] : takeLine(text)),
    errorLine: (text) => {
      errors.hear(text);
      return [];
    },
    end: () => [
      endOf({ result, limit, errors: errors.words(), lastText: conversation.lastText() }),
    ],
  };
}

function endOf({
  result,
  limit,
  errors,
  lastText,
}: {
  readonly result: Fields | null;
  readonly limit: string | null;
  readonly errors: string | null;
  readonly lastText: string | null;
}): AgentEvent {
  if (result === null)
    return { kind: 'end', reason: 'crashed', message: errors, finalText: lastText };
  const end = endOfResult(result, lastText);
  if (end.reason !== 'limit' || limit === null) return end;
  return { ...end, message: `${end.message ?? 'a limit was reached'} (${limit})` };
}

/** Of a `rate_limit_event` of a log-in: until when nothing is answered; `null` while it is. */
function formatLimit(info: Fields): string | null {
  if (textField(info, 'status') !== 'rejected') return null;
  const seconds = numberField(info, 'resetsAt');
  if (seconds === null || Math.abs(seconds) > 8e12) return null;
  return `until ${new Date(seconds * 1000).toISOString()}`;
}

/** What Claude Code did not let its model do, each call once: it tells of most twice, as it happens and at the end. */
interface Denials {
  /** `folder`: where it works, by its own word. */
  take(call: DeniedCall, folder: string | null): readonly AgentEvent[];
}

interface DeniedCall {
  readonly id: string | null;
  readonly tool: string;
  readonly input: Fields;
}

function openDenials(): Denials {
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
function deniedCall(fields: Fields, input: Fields): DeniedCall {
  return {
    id: textField(fields, 'tool_use_id'),
    tool: textField(fields, 'tool_name') ?? 'a tool',
    input,
  };
}

/** What to write under `permissions` to have it allowed; `null` when no line there would. */
function permissionLine(tool: string, input: Fields, folder: string | null): string | null {
  if (tool === 'WebFetch') return networkLine(textField(input, 'url') ?? '');
  if (!EDITORS.has(tool)) return null;
  return lineOfFile(textField(input, 'file_path') ?? textField(input, 'notebook_path'), folder);
}

/** `write` is about the repository: a file outside of it has no line. */
function lineOfFile(path: string | null, folder: string | null): string | null {
  if (path === null || folder === null) return null;
  const inside = isAbsolute(path) ? relative(folder, path) : path;
  if (inside === '' || isAbsolute(inside) || inside === '..' || inside.startsWith('../'))
    return null;
  return writeLine(inside);
}

type End = Extract<AgentEvent, { readonly kind: 'end' }>;

/**
 * How a process of Claude Code ended, from its last `result` line.
 * `lastText`: the last thing the model said, for results that carry no words of it.
 */
function endOfResult(result: Fields, lastText: string | null): End {
  const reason = reasonOf(result);
  if (reason === 'success')
    return {
      kind: 'end',
      reason,
      message: null,
      finalText: textField(result, 'result') ?? lastText,
    };
  const message = reason === 'cancelled' ? 'it was interrupted' : messageOf(result);
  return { kind: 'end', reason, message, finalText: lastText };
}

function reasonOf(result: Fields): EndReason {
  switch (result['subtype']) {
    case 'success':
      return result['is_error'] === false ? 'success' : reasonOfError(result);
    case 'error_max_turns':
      return 'turns';
    case 'error_max_budget_usd':
      return 'budget';
    default:
      return isAborted(result) ? 'cancelled' : reasonOfError(result);
  }
}

function reasonOfError(result: Fields): EndReason {
  switch (numberField(result, 'api_error_status')) {
    case 401:
    case 403:
      return 'unauthorized';
    case 429:
    case 529:
      return 'limit';
    case null:
      return reasonInWords(textField(result, 'result') ?? '');
    default:
      return 'error';
  }
}

/** What it finds out without asking its model's side has words only. */
function reasonInWords(words: string): EndReason {
  if (/please run \/login|invalid api key|oauth token/i.test(words)) return 'unauthorized';
  return /usage limit reached|hit your (?:\w+ )?limit/i.test(words) ? 'limit' : 'error';
}

/** It was interrupted: `aborted_tools`, `aborted_streaming`. */
function isAborted(result: Fields): boolean {
  return textField(result, 'terminal_reason')?.startsWith('aborted') === true;
}

function messageOf(result: Fields): string | null {
  const errors = Array.isArray(result['errors'])
    ? result['errors'].filter((each) => typeof each === 'string')
    : [];
  const words = errors.length > 0 ? errors.join('; ') : textField(result, 'result');
  return words ?? textField(result, 'subtype');
}
