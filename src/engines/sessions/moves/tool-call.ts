/** What a call of a tool means to a person, by the name and the arguments that the engines give it. */
import { relative } from 'node:path';

import { isRecord } from '../../../platform/json.ts';
import { inlineCode } from '../../../words/text.ts';
import { recordsField } from '../../stream-fields.ts';
import type { TranscriptStep } from '../transcript.ts';
import { wholeWords } from '../whole-words.ts';
import type { ToolAct, ToolCall } from './move.ts';

const ITEM = /^\s*[-*] \[([ xX~/])\] (.*)$/;

type Input = Readonly<Record<string, unknown>>;

/** In small letters; engines write one name in many ways: `run_shell_command`, `RunShellCommand`, `runShellCommand`. */
const ACTS: ReadonlyMap<string, ToolAct> = new Map<string, ToolAct>(
  Object.entries({
    run: 'bash shell run_shell_command powershell execute_command run_command terminal local_shell exec_command',
    edit: 'write write_file create create_file edit edit_file multi_edit replace str_replace str_replace_editor apply_patch patch insert notebook_edit delete',
    read: 'read read_file view read_many_files list ls list_directory glob grep rg ripgrep grep_search search_file_content search codesearch find web_fetch web_search google_web_search fetch lsp',
    ask: 'question ask_user ask_user_question ask_human ask_question',
    plan: 'todo_write write_todos update_todo todo todo_read todo_update exit_plan_mode plan_exit plan_enter enter_plan_mode update_plan',
  } satisfies Partial<Record<ToolAct, string>>).flatMap(([act, names]) =>
    names
      .split(' ')
      .flatMap(spellings)
      .map((name): [string, ToolAct] => [name, actOf(act)]),
  ),
);

const PATHS = ['file_path', 'filePath', 'path', 'absolute_path', 'filename', 'notebook_path'];
const PATTERNS = ['pattern', 'query', 'url', 'dir_path', 'prompt', 'description', 'name'];
const MAX_FILES = 50;

/** @param cwd of the session: what a person would leave out of a path */
export function toolCall(name: string, input: unknown, cwd: string | null): ToolCall {
  const fields: Input = isRecord(input) ? input : {};
  const act = ACTS.get(name) ?? ACTS.get(name.toLowerCase().replaceAll(/[_-]/g, '')) ?? 'other';
  const files = act === 'edit' ? filesOf(input, fields) : [];
  const question = act === 'ask' ? questionOf(fields) : null;
  const summary = summaryOf({ act, fields, files, question, cwd });
  return {
    name: wholeWords(name, 100),
    act,
    summary,
    files,
    question,
    steps: act === 'plan' ? stepsOf(input) : null,
  };
}

/** `null` where its arguments are none. */
export function stepsOf(input: unknown): readonly TranscriptStep[] | null {
  const list = isRecord(input) ? (input['todos'] ?? input['items'] ?? input['plan']) : input;
  if (typeof list === 'string') return checklistSteps(list);
  if (!Array.isArray(list)) return null;
  return list
    .slice(0, 200)
    .flatMap((each: unknown): readonly TranscriptStep[] =>
      isRecord(each) && each['status'] !== 'cancelled' ? [stepOf(each)] : [],
    )
    .filter(({ text }) => text !== '');
}

/** One path as a person would write it: relative where it lies below `cwd`. */
function shortPath(path: string, cwd: string | null): string {
  if (cwd === null || !path.startsWith('/')) return path;
  const below = relative(cwd, path);
  return below === '' || below.startsWith('..') ? path : below;
}

function stepOf(fields: Input): TranscriptStep {
  const text = firstText(fields, ['content', 'description', 'title', 'text', 'step']) ?? '';
  return { text: wholeWords(text), state: stepState(fields['status']) };
}

/** The usual ones, so that few names have to be taken apart. */
function spellings(name: string): readonly string[] {
  const pascal = name
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
  return [name, name.replaceAll('_', ''), pascal];
}

function stepState(status: unknown): TranscriptStep['state'] {
  if (status === 'completed' || status === 'done') return 'done';
  return status === 'in_progress' || status === 'doing' ? 'doing' : 'open';
}

function actOf(word: string): ToolAct {
  switch (word) {
    case 'run':
    case 'edit':
    case 'read':
    case 'ask':
    case 'plan':
      return word;
    default:
      return 'other';
  }
}

interface Meaning {
  readonly act: ToolAct;
  readonly fields: Input;
  readonly files: readonly string[];
  readonly question: string | null;
  readonly cwd: string | null;
}

function summaryOf({ act, fields, files, question, cwd }: Meaning): string {
  const named = (): string | null => {
    const path = firstText(fields, PATHS);
    return path === null ? null : shortPath(path, cwd);
  };
  switch (act) {
    case 'run':
      return wholeWords(commandOf(fields) ?? '');
    case 'edit': {
      const edited = files.map((file) => shortPath(file, cwd)).join(', ');
      return wholeWords(edited === '' ? (named() ?? '') : edited);
    }
    case 'ask':
      return question ?? '';
    case 'read':
      return wholeWords(
        firstText(fields, ['pattern', 'query', 'url']) ?? named() ?? anyText(fields),
      );
    case 'plan':
      return wholeWords(
        (stepsOf(fields) ?? [])
          .filter(({ state }) => state === 'doing')
          .map(({ text }) => text)
          .join('; '),
      );
    case 'other':
      return wholeWords(commandOf(fields) ?? named() ?? anyText(fields));
  }
}

/** As a person would say it: "running `npm test`". */
export function doingOf({ name, act, summary }: ToolCall): string {
  const tool = wholeWords(name, 60);
  if (summary === '') return act === 'run' ? 'running a command' : `using ${tool}`;
  switch (act) {
    case 'run':
      return `running ${inlineCode(wholeWords(summary, 120))}`;
    case 'edit':
      return `editing ${wholeWords(summary, 120)}`;
    case 'read':
      return `reading ${wholeWords(summary, 120)}`;
    case 'ask':
      return `asks: ${wholeWords(summary, 160)}`;
    case 'plan':
      return `planning: ${wholeWords(summary, 120)}`;
    case 'other':
      return `using ${tool}: ${wholeWords(summary, 120)}`;
  }
}

function questionOf(fields: Input): string {
  const asked = recordsField(fields, 'questions')[0] ?? fields;
  return wholeWords(firstText(asked, ['question', 'message', 'prompt', 'header', 'text']) ?? '');
}

function commandOf(fields: Input): string | null {
  const words = fields['command'] ?? fields['cmd'] ?? fields['script'];
  if (typeof words === 'string') return words;
  if (!Array.isArray(words)) return null;
  return words.filter((word: unknown) => typeof word === 'string').join(' ');
}

const PATCHED = /^\*\*\* (?:Add|Update|Delete) File: (.+)$/gm;

function filesOf(input: unknown, fields: Input): readonly string[] {
  const patch =
    typeof input === 'string' ? input : firstText(fields, ['patchText', 'patch', 'input']);
  const patched = patch === null ? [] : [...patch.matchAll(PATCHED)].map(([, path]) => path ?? '');
  const named = firstText(fields, PATHS);
  return [...new Set([...(named === null ? [] : [named]), ...patched])]
    .map((path) => wholeWords(path, 1_000))
    .filter((path) => path !== '')
    .slice(0, MAX_FILES);
}

function anyText(fields: Input): string {
  return firstText(fields, PATTERNS) ?? '';
}

function firstText(fields: Input, names: readonly string[]): string | null {
  for (const name of names) {
    const value = Object.hasOwn(fields, name) ? fields[name] : null;
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
}

/** Of a tool that keeps its steps as one list in Markdown: `- [x] done`. `null`: it is none. */
function checklistSteps(list: string): readonly TranscriptStep[] | null {
  const steps = list.split('\n', 500).flatMap((line): readonly TranscriptStep[] => {
    const [, mark, text] = ITEM.exec(line.slice(0, 1_000)) ?? [];
    if (mark === undefined || text === undefined) return [];
    const state = mark === ' ' ? 'open' : /x/i.test(mark) ? 'done' : 'doing';
    return [{ text: wholeWords(text), state }];
  });
  return steps.length === 0 ? null : steps;
}
