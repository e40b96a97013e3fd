/**
 * From the lines of `claude -p --output-format stream-json --verbose` to events.
 *
 * Its `result` line is the terminal event. A `subtype` of `success` says only that the conversation came to an end:
 * with `is_error` it failed all the same.
 */
import { isRecord, tryParseJson } from '../../platform/json.ts';
import type { AgentEvent } from '../../words/agent-event.ts';
import { recordField, recordsField, textField, type Fields } from '../stream-fields.ts';
import type { ReaderOptions, StreamReader } from '../stream-reader.ts';
import { openLastWords } from '../stream/last-words.ts';
import { openConversation } from './conversation.ts';
import { deniedCall, openDenials } from './denials.ts';
import { endOfResult } from './end-of-result.ts';
import { formatLimit } from './format-limit.ts';
import { readSystem } from './system-lines.ts';
import { openUsage } from './usage.ts';

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
