/** A first word that is not a command: an alias, a verb typed without its noun, or something to explain. Pure. */
import { closestWord } from '../words/closest-word.ts';
import { AppError } from '../words/errors.ts';
import { isRoutineId } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import type { CommandDeclaration, TopCommand } from './command.ts';

/** Words that people type for something that has another name here, and what they are told to type. */

/** In place of the word; what follows it on the line stays. */
export const ALIASES: Readonly<Record<string, readonly string[]>> = {
  abort: ['cancel'],
  add: ['new'],
  board: ['items'],
  branches: ['review'],
  browser: ['page'],
  catchup: ['rerun'],
  cfg: ['config'],
  change: ['edit'],
  check: ['validate'],
  clean: ['gc'],
  cleanup: ['gc'],
  configure: ['edit'],
  context: ['brief'],
  cost: ['figures'],
  costs: ['figures'],
  create: ['new'],
  cron: ['schedule'],
  dashboard: ['page'],
  delete: ['remove'],
  diff: ['review', 'diff'],
  disable: ['pause'],
  down: ['stop'],
  engines: ['agents'],
  errors: ['inbox'],
  exec: ['run'],
  failed: ['inbox'],
  failures: ['inbox'],
  file: ['approve'],
  find: ['search'],
  follow: ['logs', '--follow'],
  grep: ['search'],
  health: ['doctor'],
  history: ['runs'],
  hold: ['pause'],
  ignore: ['dismiss'],
  issues: ['items'],
  jobs: ['list'],
  kill: ['cancel'],
  lint: ['validate'],
  log: ['logs'],
  ls: ['list'],
  merge: ['land'],
  missed: ['slots', '--state', 'missed'],
  models: ['agents'],
  modify: ['edit'],
  mute: ['dismiss'],
  night: ['doctor', '--night'],
  notifications: ['messages'],
  open: ['page', '--open'],
  pending: ['inbox'],
  prompt: ['brief'],
  outbox: ['requests'],
  proposals: ['requests'],
  prs: ['review', 'pr'],
  prune: ['gc'],
  ps: ['status'],
  queue: ['status'],
  reject: ['decline'],
  report: ['reports', 'show'],
  reschedule: ['schedule'],
  restore: ['review', 'restore'],
  revert: ['undo'],
  rm: ['remove'],
  rollback: ['undo'],
  routines: ['list'],
  schedules: ['next'],
  settings: ['config'],
  spend: ['figures'],
  stats: ['figures'],
  tail: ['logs', '--follow'],
  tasks: ['items'],
  todo: ['inbox'],
  todos: ['findings'],
  tonight: ['doctor', '--night'],
  trigger: ['run'],
  ui: ['page'],
  unpause: ['resume'],
  up: ['start'],
  usage: ['figures'],
  version: ['--version'],
  watch: ['logs', '--follow'],
  web: ['page'],
  why: ['show'],
};

const NOTIFY =
  'Set `notify` in routines/<name>.yaml and `connections` in roundsman.yaml. Test: roundsman connect';
const BUDGET = 'Set `limits.budget` in routines/<name>.yaml. What was spent: roundsman figures';
const LOG_IN =
  'Log in with the agent’s own program. Test it: roundsman agents try <engine>; for other services: roundsman connect';
const ENGINE =
  'Of one routine: roundsman edit ROUTINE --engine claude, or --model. List engines: roundsman agents';
const RENAME =
  'The id of a routine is the name of its file, and its runs belong to it. Its title is `name` in the file: roundsman edit <name>';
const SERVICE =
  'The daemon: roundsman start, stop and status. As a service of the system: roundsman service install, or uninstall';
const NOTES =
  'Notes are decisions and knowledge: roundsman decisions, roundsman knowledge. Add one: roundsman knowledge add "…"';

const READ =
  'Nothing has to be marked as read: what ended goes by itself. Dismiss what you do not want: roundsman dismiss ID, or --all; undo takes it back';

/** There is no command for these: what to do instead. */
export const GUIDES: Readonly<Record<string, string>> = {
  auth: LOG_IN,
  budget: BUDGET,
  daemon: SERVICE,
  email: NOTIFY,
  engine: ENGINE,
  install: SERVICE,
  limits: BUDGET,
  login: LOG_IN,
  mail: NOTIFY,
  mark: READ,
  model: ENGINE,
  note: NOTES,
  notes: NOTES,
  notify: NOTIFY,
  read: READ,
  rename: RENAME,
  secrets:
    'Reference them in roundsman.yaml, as in `token: env:GITHUB_TOKEN`. Test: roundsman connect',
  seen: READ,
  slack: NOTIFY,
  uninstall: SERVICE,
};

/** They are of the daemon; with a name, a routine or a run is meant. */
const WITH_NAME: Readonly<Record<string, readonly string[]>> = { start: ['run'], stop: ['cancel'] };

export type Expanded =
  /** The line as it is. */
  | { readonly kind: 'known' }
  | { readonly kind: 'alias'; readonly args: readonly string[]; readonly instead: string }
  /** No command does that: what to do. */
  | { readonly kind: 'guide'; readonly word: string; readonly text: string };

export function expandWords(args: readonly string[], commands: readonly TopCommand[]): Expanded {
  const at = commandAt(args);
  const word = args[at];
  const named = args[at + 1]?.startsWith('-') === false && Object.hasOwn(WITH_NAME, word ?? '');
  if (word === undefined || (!named && commands.some(({ name }) => name === word)))
    return { kind: 'known' };
  const agent = agentLine(args, at);
  if (agent !== null) return { kind: 'alias', args: agent, instead: agent.slice(at).join(' ') };
  const text = Object.hasOwn(GUIDES, word) ? GUIDES[word] : undefined;
  if (text !== undefined) return { kind: 'guide', word, text: withName(text, args[at + 1]) };
  const instead = named
    ? WITH_NAME[word]
    : Object.hasOwn(ALIASES, word)
      ? ALIASES[word]
      : nounOf(word, commands);
  if (instead === undefined) return { kind: 'known' };
  const line = [...args.slice(0, at), ...instead, ...args.slice(at + 1)];
  return { kind: 'alias', args: line, instead: instead.join(' ') };
}

/** `model todo-sweep opus` is `edit todo-sweep --model opus`; `null`: no routine and value stand there. */
function agentLine(args: readonly string[], at: number): readonly string[] | null {
  const [word = '', name = '', value = '', ...more] = args.slice(at);
  if (word !== 'engine' && word !== 'model') return null;
  if (!isRoutineId(name) || value === '' || value.startsWith('-')) return null;
  return [...args.slice(0, at), 'edit', name, `--${word}`, value, ...more];
}

/** Of the routine that was named. */
function withName(text: string, name: string | undefined): string {
  return name !== undefined && isRoutineId(name) ? text.replaceAll('<name>', name) : text;
}

/** Where the command stands: behind options of all commands, and behind `help`. */
export function commandAt(args: readonly string[]): number {
  let at = 0;
  while (args[at] === 'help' || args[at]?.startsWith('-') === true) at += args[at] === '-C' ? 2 : 1;
  return at;
}

/** A verb that only one command has may stand alone: `compare` is `review compare`. */
function nounOf(word: string, commands: readonly TopCommand[]): readonly string[] | undefined {
  const nouns = commands.filter((command) => verbOf(command, word) !== undefined);
  const [only] = nouns;
  return only !== undefined && nouns.length === 1 ? [only.name, word] : undefined;
}

function verbOf({ verbs = [] }: CommandDeclaration, word: string): CommandDeclaration | undefined {
  return verbs.find(({ name }) => name === word);
}

/** @param nearest as the parser found it among the commands */
export function unknownCommand(
  { word, nearest }: { readonly word: string; readonly nearest: string | null },
  commands: readonly TopCommand[],
): AppError {
  const message = `unknown command '${oneLine(word, 60)}'`;
  return new AppError('usage', { code: 'usage', message, hint: hintFor(word, nearest, commands) });
}

/* oxlint-disable-next-line eslint/max-params -- the word, what is near it, and where it is looked for */
function hintFor(word: string, nearest: string | null, commands: readonly TopCommand[]): string {
  const nouns = commands.filter((command) => verbOf(command, word) !== undefined);
  if (nouns.length > 0) {
    return `Name what it is of: ${nouns.map(({ name }) => `roundsman ${name} ${word}`).join(', ')}`;
  }
  const near = nearest ?? closestWord(word, Object.keys({ ...ALIASES, ...GUIDES }));
  if (near !== null) return `Did you mean ${near}? See \`roundsman --help\`.`;
  const mentioned = mentioning(word, commands).slice(0, MOST_MENTIONED);
  if (mentioned.length === 0) return 'See `roundsman help --all`.';
  return `Mentioned in the help of: ${mentioned.join(', ')}. See \`roundsman help ${mentioned[0]}\`.`;
}

const MOST_MENTIONED = 5;

/** Shorter words stand everywhere. */
const SHORTEST_MENTIONED = 4;

function mentioning(word: string, commands: readonly TopCommand[]): readonly string[] {
  if (word.length < SHORTEST_MENTIONED || !/^[a-z-]+$/i.test(word)) return [];
  const start = new RegExp(`\\b${word}`, 'i');
  return commands.filter((command) => start.test(textOf(command))).map(({ name }) => name);
}

function textOf({ summary, about = '', options = [], words = [] }: CommandDeclaration): string {
  return [
    summary,
    about,
    ...options.map(({ flags, text }) => `${flags} ${text}`),
    ...words.map(({ text }) => text),
  ].join('\n');
}
