/** The calls that Codex makes, as the arguments that people would recognise. */
import { isRecord, tryParseJson } from '../../../platform/json.ts';
import { textField, type Fields } from '../../stream-fields.ts';

export interface CodexCall {
  readonly name: string;
  readonly input: unknown;
}

/** Shells that a command is handed to, as the last of three words. */
const SHELL = /(?:^|\/)(?:ba|z|da|fi)?sh$/;
/** In code that runs tools: the command, as a string of JavaScript. */
const IN_CODE = /exec_command\(\s*\{[^{}]{0,200}?\bcmd:\s*("(?:[^"\\]|\\.){0,4000}")/;

/** @param running commands that continue in the background, by what Codex calls them */
export function codexCall(item: Fields, running: ReadonlyMap<string, string>): CodexCall {
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
export function commandOf({ input }: CodexCall): string | null {
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
