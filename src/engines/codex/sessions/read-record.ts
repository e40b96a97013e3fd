/** What a line of a rollout of Codex says. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { inlineCode } from '../../../words/text.ts';
import type { About, LineFormat, Reading, RecordReader } from '../../sessions/lines/line-format.ts';
import type { Move } from '../../sessions/moves/move.ts';
import { toolCall } from '../../sessions/moves/tool-call.ts';
import { personWords } from '../../sessions/person-words.ts';
import { wholeWords } from '../../sessions/whole-words.ts';
import { type Fields, recordField, recordsField, textField } from '../../stream-fields.ts';
import { codexOutput } from './output-words.ts';

// The calls that Codex makes, as the arguments that people would recognise.

interface CodexCall {
  readonly name: string;
  readonly input: unknown;
}

/** Shells that a command is handed to, as the last of three words. */
const SHELL = /(?:^|\/)(?:ba|z|da|fi)?sh$/;
/** In code that runs tools: the command, as a string of JavaScript. */
const IN_CODE = /exec_command\(\s*\{[^{}]{0,200}?\bcmd:\s*("(?:[^"\\]|\\.){0,4000}")/;

/** @param running commands that continue in the background, by what Codex calls them */
function codexCall(item: Fields, running: ReadonlyMap<string, string>): CodexCall {
  const name = textField(item, 'name') ?? 'shell';
  const text = textField(item, 'arguments') ?? textField(item, 'input');
  const parsed = text === null ? item['action'] : (tryParseJson(text) ?? text);
  if (typeof parsed === 'string') return inCode(name, parsed);
  if (!isRecord(parsed)) return { name, input: {} };
  const polled = name === 'write_stdin' ? running.get(sessionOf(parsed)) : undefined;
  // It only looks whether the command has ended.
  if (polled !== undefined) return { name: 'exec_command', input: { cmd: polled } };
  const words = parsed['command'];
  return Array.isArray(words)
    ? { name, input: { command: commandIn(words) } }
    : { name, input: parsed };
}

/** The command of a call that runs one. */
function commandOf({ input }: CodexCall): string | null {
  if (!isRecord(input)) return null;
  return textField(input, 'cmd') ?? textField(input, 'command');
}

function inCode(name: string, code: string): CodexCall {
  const found = IN_CODE.exec(code.slice(0, 20_000))?.[1];
  const cmd = found === undefined ? null : tryParseJson(found);
  return typeof cmd === 'string' ? { name: 'exec_command', input: { cmd } } : { name, input: code };
}

function commandIn(words: readonly unknown[]): string {
  const texts = words.filter((word) => typeof word === 'string');
  const [shell = '', flag = '', script] = texts;
  if (texts.length === 3 && SHELL.test(shell) && flag.startsWith('-') && script !== undefined)
    return script;
  return texts.join(' ');
}

function sessionOf(input: Fields): string {
  const id = input['session_id'];
  return typeof id === 'number' ? String(id) : (textField(input, 'session_id') ?? '');
}

/** For a whole reading: what no rule knows is told. */
export const codexFormat: LineFormat = { reader: () => recordReader('unknown') };

/** For how it stands: each version has new lines of its own, and none of those begins or ends anything. */
export const codexEndFormat: LineFormat = { reader: () => recordReader({ moves: [] }) };

/** Items of a conversation that say nothing to people. */
const SILENT: ReadonlySet<string> = new Set([
  'tool_search_call',
  'tool_search_output',
  'web_search_call',
  'image_generation_call',
  'additional_tools',
  'ghost_snapshot',
  'compaction',
  'context_compaction',
  'agent_message',
]);
/** Lines of its own. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'token_usage_record',
  'world_state',
  'compacted',
  'inter_agent_communication',
  'thread_settings',
]);

interface Reader {
  /** Commands by the call that began them, and by what they are called in the background. */
  readonly commands: Map<string, string>;
  readonly running: Map<string, string>;
  /** The first one counts: a copy of a session has that of the one it was made of after it. */
  hasMeta: boolean;
  /** A person was asked for leave. */
  waits: boolean;
}

interface Told {
  readonly payload: Fields;
  readonly at: string | null;
  readonly cwd: string | null;
  readonly reader: Reader;
}

function recordReader(other: Reading | 'unknown'): RecordReader {
  const reader: Reader = { commands: new Map(), running: new Map(), hasMeta: false, waits: false };
  return (record, cwd) => {
    const at = textField(record, 'timestamp');
    const type = textField(record, 'type') ?? '';
    const payload = recordField(record, 'payload');
    const told = { payload, at, cwd, reader };
    switch (type) {
      case 'session_meta':
        return { about: metaAbout(told), moves: [] };
      case 'turn_context':
        return { about: { cwd: textField(payload, 'cwd') }, moves: [] };
      case 'event_msg':
        return { moves: eventMoves(told) };
      case 'response_item':
        return itemReading(told) ?? other;
      default:
        if (BOOKKEEPING.has(type)) return { moves: [] };
        if (Object.hasOwn(record, 'payload')) return other;
        return bareReading(record, told) ?? other;
    }
  };
}

/** Lines of early versions are items without anything around them, after one with the id. */
function bareReading(record: Fields, told: Told): Reading | null {
  if (Object.hasOwn(record, 'record_type')) return { moves: [] };
  const startedAt = textField(record, 'timestamp');
  if (!Object.hasOwn(record, 'type') && Object.hasOwn(record, 'id') && startedAt !== null)
    return { about: { branch: branchOf(record), startedAt }, moves: [] };
  return itemReading({ ...told, payload: record });
}

function metaAbout({ payload, at, reader }: Told): About {
  if (reader.hasMeta) return {};
  reader.hasMeta = true;
  return {
    cwd: textField(payload, 'cwd'),
    branch: branchOf(payload),
    startedAt: textField(payload, 'timestamp') ?? at,
  };
}

function branchOf(fields: Fields): string | null {
  return textField(recordField(fields, 'git'), 'branch');
}

function eventMoves(told: Told): readonly Move[] {
  const { payload, at, reader } = told;
  switch (textField(payload, 'type') ?? '') {
    case 'task_started':
    case 'turn_started':
      return [{ kind: 'model', at }];
    case 'task_complete':
    case 'turn_complete':
    case 'turn_aborted':
      reader.waits = false;
      return [{ kind: 'over', at }];
    case 'exec_approval_request':
    case 'apply_patch_approval_request':
    case 'request_permissions':
    case 'request_user_input':
    case 'elicitation_request':
      reader.waits = true;
      return [{ kind: 'waits', on: formatWait(payload), at }];
    default:
      return [];
  }
}

function formatWait(payload: Fields): string {
  const words = payload['command'];
  if (Array.isArray(words)) {
    const call = codexCall({ name: 'shell', action: { command: words } }, new Map());
    return `permission for running ${inlineCode(wholeWords(commandOf(call) ?? '', 120))}`;
  }
  const [question] = recordsField(payload, 'questions');
  const asked = question === undefined ? null : textField(question, 'question');
  const text = asked ?? textField(payload, 'message') ?? textField(payload, 'reason');
  return text === null ? 'permission for its next step' : wholeWords(text);
}

/** `null`: in no form that is known. */
function itemReading(told: Told): Reading | null {
  const { payload, reader } = told;
  const type = textField(payload, 'type') ?? '';
  const moves = itemMoves(type, told);
  if (moves === null) return SILENT.has(type) ? { moves: [] } : null;
  const answered = reader.waits && moves.length > 0;
  reader.waits &&= !answered;
  return { moves: answered ? [{ kind: 'waits', on: null, at: told.at }, ...moves] : moves };
}

function itemMoves(type: string, told: Told): readonly Move[] | null {
  const { payload, at } = told;
  switch (type) {
    case 'message':
      return messageMoves(told);
    case 'reasoning': {
      const text = textsIn(payload, 'summary');
      return text === '' ? [] : [{ kind: 'thought', text, at }];
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
      return calledMoves(told);
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
      return returnedMoves(told);
    default:
      return null;
  }
}

function messageMoves({ payload, at }: Told): readonly Move[] {
  const text = textsIn(payload, 'content');
  switch (textField(payload, 'role') ?? '') {
    case 'assistant':
      return text.trim() === '' ? [] : [{ kind: 'said', text, at }];
    case 'user': {
      const words = text.startsWith('# AGENTS.md instructions') ? '' : personWords(text);
      return words === '' ? [] : [{ kind: 'asked', text: words, at }];
    }
    default:
      return [];
  }
}

function calledMoves({ payload, at, cwd, reader }: Told): readonly Move[] {
  const id = callId(payload);
  const call = codexCall(payload, reader.running);
  const command = commandOf(call);
  if (command !== null) reader.commands.set(id, command);
  return [{ kind: 'called', id, call: toolCall(call.name, call.input, cwd), at }];
}

function returnedMoves({ payload, at, reader }: Told): readonly Move[] {
  const id = callId(payload);
  const { ok, text, runsOnAs } = codexOutput(payload);
  const command = reader.commands.get(id);
  reader.commands.delete(id);
  if (runsOnAs !== null && command !== undefined) reader.running.set(runsOnAs, command);
  return [{ kind: 'returned', id, ok, output: text, files: [], at }];
}

function callId(payload: Fields): string {
  return textField(payload, 'call_id') ?? textField(payload, 'id') ?? '';
}

function textsIn(fields: Fields, name: string): string {
  const parts = fields[name];
  if (!Array.isArray(parts)) return '';
  let all = '';
  for (const part of parts) {
    const text = isRecord(part) ? textField(part, 'text') : null;
    if (text !== null && text.trim() !== '') all = all === '' ? text : `${all}\n${text}`;
  }
  return all;
}
