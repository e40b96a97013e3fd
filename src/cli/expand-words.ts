/** A first word that is not a command: an alias, a verb typed without its noun, or something to explain. Pure. */
import { AppError } from '../words/errors.ts';
import { isRoutineId } from '../words/ids.ts';
import { closestWord, oneLine } from '../words/text.ts';
import type { CommandDeclaration, TopCommand } from './command.ts';
import { settingLine, typedLine } from './typed-lines.ts';
import { ALIASES, GUIDES, GUIDES_WITH } from './typed-words.ts';

/** With a name, that routine or run is meant: not the daemon, a whole night or all that failed. */
const WITH_NAME: Readonly<Record<string, readonly string[]>> = {
  doctor: ['doctor', '--routine'],
  'dry-run': ['run', '--dry-run'],
  health: ['doctor', '--routine'],
  rehearse: ['doctor', '--routine'],
  simulate: ['run', '--dry-run'],
  start: ['run'],
  stop: ['cancel'],
  test: ['run', '--dry-run'],
  why: ['show'],
};

export type Expanded =
  /** The line as it is. */
  | { readonly kind: 'known' }
  | { readonly kind: 'alias'; readonly args: readonly string[]; readonly instead: string }
  /** No command does that: what to do. */
  | { readonly kind: 'guide'; readonly word: string; readonly text: string };

export function expandWords(args: readonly string[], commands: readonly TopCommand[]): Expanded {
  const at = commandAt(args);
  const word = args[at];
  const timed =
    scheduleLine(args, at) ??
    spanLine(args, at) ??
    dayLine(args, at) ??
    typedLine(args, at) ??
    compareLine(args, at) ??
    reviewLine(args, at) ??
    listLine(args, at, commands) ??
    filterLine(args, at, commands) ??
    setLine(args, at);
  if (timed !== null) return { kind: 'alias', args: timed, instead: timed.slice(at).join(' ') };
  const named = args[at + 1]?.startsWith('-') === false && Object.hasOwn(WITH_NAME, word ?? '');
  if (word === undefined || (!named && commands.some(({ name }) => name === word)))
    return { kind: 'known' };
  const line = agentLine(args, at) ?? findingLine(args, at);
  if (line !== null) return { kind: 'alias', args: line, instead: line.slice(at).join(' ') };
  const text = guideOf(word, args.slice(at + 1));
  if (text !== undefined) return { kind: 'guide', word, text: withName(text, args[at + 1]) };
  const instead = named
    ? WITH_NAME[word]
    : Object.hasOwn(ALIASES, word)
      ? ALIASES[word]
      : nounOf(word, commands);
  if (instead === undefined) return { kind: 'known' };
  const expanded = [...args.slice(0, at), ...instead, ...args.slice(at + 1)];
  return { kind: 'alias', args: expanded, instead: instead.join(' ') };
}

/** `config set timezone UTC` is `edit --set timezone=UTC`. */
function setLine(args: readonly string[], at: number): readonly string[] | null {
  const line = settingLine(args.slice(at));
  return line === null ? null : [...args.slice(0, at), ...line];
}

/** `review S-3fa9` is `review show S-3fa9`: the list names them so. */
function reviewLine(args: readonly string[], at: number): readonly string[] | null {
  const [word, name = ''] = args.slice(at);
  const isNamed = word === 'review' && /^(?:s-[0-9a-f]{3,}|roundsman\/\S+)$/i.test(name);
  return isNamed ? [...args.slice(0, at + 1), 'show', ...args.slice(at + 1)] : null;
}

/** `reports todo-sweep` is `reports --routine todo-sweep`, where the command has verbs and that is none of them. */
function filterLine(
  args: readonly string[],
  at: number,
  commands: readonly TopCommand[],
): readonly string[] | null {
  const [word, name = '', ...more] = args.slice(at);
  const { verbs = [], options = [] } = commands.find((one) => one.name === word) ?? {};
  const names = verbs.map((verb) => verb.name);
  const isFilter =
    names.length > 0 &&
    options.some(({ flags }) => flags.startsWith('--routine ')) &&
    isRoutineId(name) &&
    !names.includes(name) &&
    closestWord(name, names) === null &&
    more.every((one) => one.startsWith('-'));
  return isFilter ? [...args.slice(0, at + 1), '--routine', name, ...more] : null;
}

/** `diff a b` compares two: `diff` itself shows one. */
function compareLine(args: readonly string[], at: number): readonly string[] | null {
  const [word, ...names] = args.slice(at);
  const isPair = names.length === 2 && names.every((name) => !name.startsWith('-'));
  return word === 'diff' && isPair ? [...args.slice(0, at), 'review', 'compare', ...names] : null;
}

/** `model todo-sweep opus` is `edit todo-sweep --model opus`; `null`: no routine and value stand there. */
function agentLine(args: readonly string[], at: number): readonly string[] | null {
  const [word = '', name = '', value = '', ...more] = args.slice(at);
  if (word !== 'engine' && word !== 'model' && word !== 'exclude') return null;
  if (!isRoutineId(name) || value === '' || value.startsWith('-')) return null;
  const option = word === 'exclude' ? ['--set', `exclude+=${value}`] : [`--${word}`, value];
  return [...args.slice(0, at), 'edit', name, ...option, ...more];
}

/** `items list` is `items`, where a command of that name lists and has no such verb. */
function listLine(
  args: readonly string[],
  at: number,
  commands: readonly TopCommand[],
): readonly string[] | null {
  const [word, verb = '', ...more] = args.slice(at);
  const { verbs = [], words = [] } = commands.find((one) => one.name === word) ?? {};
  const isList =
    ['list', 'ls'].includes(verb) &&
    verbs.length > 0 &&
    words.length === 0 &&
    !verbs.some(({ name }) => name === verb);
  return isList ? [...args.slice(0, at), word ?? '', ...more] : null;
}

const REOPEN: ReadonlySet<string> = new Set(['reopen', 'undismiss', 'unsnooze']);

/** `reopen F-4f2a9c` and `history F-4f2a9c`: the id says what is meant. */
function findingLine(args: readonly string[], at: number): readonly string[] | null {
  const [word, id = '', ...more] = args.slice(at);
  if (word === 'history' && id.startsWith('F-'))
    return [...args.slice(0, at), 'findings', 'show', id, ...more];
  if (!REOPEN.has(word ?? '') || id === '' || id.startsWith('-')) return null;
  const noun = id.startsWith('F-') ? 'findings' : 'items';
  return [...args.slice(0, at), noun, 'reopen', id, ...more];
}

const SPANS: Readonly<Record<string, string>> = {
  '--month': 'month',
  '--today': '1d',
  '--week': '7d',
};

/** `cost --month` is `figures --since month`. */
function spanLine(args: readonly string[], at: number): readonly string[] | null {
  const [word = '', span = '', ...more] = args.slice(at);
  const instead = Object.hasOwn(ALIASES, word) ? ALIASES[word] : [word];
  const since = Object.hasOwn(SPANS, span) ? SPANS[span] : undefined;
  if (since === undefined || instead?.join(' ') !== 'figures') return null;
  return [...args.slice(0, at), 'figures', '--since', since, ...more];
}

const DAY =
  /^(?:today|yesterday|(?:mon|tues|wednes|thurs|fri|satur|sun)day|[0-9]{4}-[0-9]{2}-[0-9]{2})$/;

/** `report todo-sweep yesterday` is `report todo-sweep --date yesterday`, `runs yesterday` is `runs --since yesterday`. */
function dayLine(args: readonly string[], at: number): readonly string[] | null {
  const [word, ...words] = args.slice(at);
  const option = word === 'report' ? '--date' : word === 'runs' ? '--since' : null;
  const place = words.findIndex((one) => DAY.test(one));
  if (option === null || place < 0 || place > 1 || words[0]?.startsWith('-') === true) return null;
  const command = word === 'report' ? ['reports', 'show'] : ['runs'];
  const day = [option, ...words.slice(place)];
  return [...args.slice(0, at), ...command, ...words.slice(0, place), ...day];
}

/** Options that say when: `schedule` changes a routine, and `new` calls it `--schedule`. */
const TIMES: Readonly<Record<string, string>> = {
  '--at': 'daily at ',
  '--cron': '',
  '--every': 'every ',
  '--schedule': '',
};

/** `edit todo-sweep --at 7:00` is `schedule todo-sweep at 7:00`, `schedule` alone is `next`; `null`: no such line, or nothing to change in it. */
function scheduleLine(args: readonly string[], at: number): readonly string[] | null {
  const [word, name = '', option = '', ...when] = args.slice(at);
  if (word === 'schedule' && name === '' && at === 0) return ['next'];
  if (word === 'edit' && isRoutineId(name) && Object.hasOwn(TIMES, option) && when.length > 0) {
    const begin = option === '--at' ? ['at'] : option === '--every' ? ['every'] : [];
    return [...args.slice(0, at), 'schedule', name, ...begin, ...when];
  }
  const end = args.indexOf('--');
  const place = args.findIndex(
    (one, index) => one !== '--schedule' && Object.hasOwn(TIMES, one) && index > at,
  );
  const value = args[place + 1];
  if (word !== 'new' || place < 0 || (end >= 0 && place > end) || value === undefined) return null;
  const words = `${TIMES[args[place] ?? ''] ?? ''}${value}`;
  return [...args.slice(0, place), '--schedule', words, ...args.slice(place + 2)];
}

function guideOf(word: string, more: readonly string[]): string | undefined {
  const both = more.map((one) => `${word} ${one}`).find((one) => Object.hasOwn(GUIDES_WITH, one));
  if (both !== undefined) return GUIDES_WITH[both];
  return Object.hasOwn(GUIDES, word) ? GUIDES[word] : undefined;
}

/** Of the routine that was named. */
export function withName(text: string, name: string | undefined): string {
  const isName =
    name !== undefined &&
    isRoutineId(name) &&
    /[a-z]/.test(name) &&
    !Object.hasOwn(ALIASES, name) &&
    !Object.hasOwn(GUIDES, name);
  return isName ? text.replaceAll('<name>', name) : text;
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

function hintFor(word: string, nearest: string | null, commands: readonly TopCommand[]): string {
  const nouns = commands.filter((command) => verbOf(command, word) !== undefined);
  if (nouns.length > 0) {
    return `Name what it is of: ${nouns.map(({ name }) => `roundsman ${name} ${word}`).join(', ')}`;
  }
  const near = nearest ?? closestWord(word, Object.keys({ ...ALIASES, ...GUIDES }));
  if (near !== null) return `Did you mean ${near}? See \`roundsman --help\`.`;
  const mentioned = mentioning(word, commands).slice(0, MOST_MENTIONED);
  if (mentioned.length === 0)
    return isRoutineId(word)
      ? `See \`roundsman help --all\`. If it is a routine: roundsman run ${word}`
      : 'See `roundsman help --all`.';
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
