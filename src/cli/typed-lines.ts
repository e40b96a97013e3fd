/** Options and pairs of words that people type for a line with other words. Pure. */
import { idKindOf, isRoutineId } from '../words/ids.ts';
import { OPTION_ALIASES, PAIR_ALIASES } from './typed-words.ts';

/** @param at where the command stands @returns the line that is meant; `null`: none of these */
export function typedLine(args: readonly string[], at: number): readonly string[] | null {
  const line = runLine(args, at) ?? programLine(args, at) ?? pairLine(args, at);
  if (line !== null) return line;
  const reasoned = reasonLine(args, at);
  return optionLine(reasoned ?? args, at) ?? reasoned;
}

/** `notify test slack`, `pr create 4k2v9x`. */
function pairLine(args: readonly string[], at: number): readonly string[] | null {
  const pair = args.slice(at, at + 2).join(' ');
  if (!Object.hasOwn(PAIR_ALIASES, pair)) return null;
  const [command = '', ...more] = PAIR_ALIASES[pair] ?? [];
  const words = args.slice(at + 2);
  return more.some((one) => one.startsWith('-'))
    ? [...args.slice(0, at), command, ...words, ...more]
    : [...args.slice(0, at), command, ...more, ...words];
}

const WITH_REASON: ReadonlySet<string> = new Set(['decline', 'discard', 'dismiss']);

/** `dismiss RM-3 "not ours"`: no id has a blank in it. One word counts where nothing but ids and folders is before it. */
function reasonLine(args: readonly string[], at: number): readonly string[] | null {
  const [command = '', ...words] = beforeDashes(args).slice(at);
  const last = words.at(-1) ?? '';
  const before = words.slice(0, -1);
  const isReason =
    WITH_REASON.has(command) &&
    before.at(-1)?.startsWith('-') === false &&
    !last.startsWith('-') &&
    (/\S\s+\S/.test(last) || isOneWord(last, before));
  return isReason ? [...args.slice(0, at), command, ...before, '--reason', last] : null;
}

/** Six letters may end the id of a run. */
function isOneWord(last: string, before: readonly string[]): boolean {
  const named = before.filter((word) => !word.startsWith('-'));
  return (
    /^\p{L}{2,}$/u.test(last) &&
    !/^[a-hjkmnp-tv-z]{6}$/.test(last) &&
    named.length > 0 &&
    named.every((word) => idKindOf(word) !== null || word.includes('/'))
  );
}

/** `findings --dismissed` is `findings --state dismissed`, `inbox --dismissed` that too. */
function optionLine(args: readonly string[], at: number): readonly string[] | null {
  const [word = ''] = args.slice(at);
  const place = beforeDashes(args).findIndex(
    (one, index) => index > at && Object.hasOwn(OPTION_ALIASES, `${word} ${one}`),
  );
  if (place < 0) return null;
  const instead = OPTION_ALIASES[`${word} ${args[place] ?? ''}`] ?? [];
  const [command = word, ...options] =
    instead[0]?.startsWith('-') === false ? instead : [word, ...instead];
  return [
    ...args.slice(0, at),
    command,
    ...args.slice(at + 1, place),
    ...options,
    ...args.slice(place + 1),
  ];
}

/** `new NAME --command "go test ./..."` is `new NAME -- sh -c "go test ./..."`. */
function programLine(args: readonly string[], at: number): readonly string[] | null {
  const place = beforeDashes(args).indexOf('--command');
  const line = args[place + 1];
  if (args[at] !== 'new' || place < 0 || line === undefined || args.includes('--')) return null;
  return [...args.slice(0, place), ...args.slice(place + 2), '--', 'sh', '-c', line];
}

/** Behind two dashes stand the words of a program. */
function beforeDashes(args: readonly string[]): readonly string[] {
  return args.includes('--') ? args.slice(0, args.indexOf('--')) : args;
}

/** What `run` and `edit` take as `--set`. */
const SET_BY_RUN: Readonly<Record<string, string>> = {
  '--base': 'workspace.base=',
  '--branch': 'workspace.base=',
  '--engine': 'agent.engine=',
  '--exclude': 'exclude+=',
  '--folder': 'paths=',
  '--from': 'release-notes.from=',
  '--model': 'agent.model=',
  '--older-than': 'older-than=',
  '--only': 'paths=',
  '--path': 'paths=',
  '--paths': 'paths=',
  '--prompt': 'agent.prompt=',
  '--timeout': 'limits.timeout=',
  '--to': 'release-notes.to=',
};

const BY_COMMAND: Readonly<Record<string, readonly string[]>> = {
  // It has these two itself.
  edit: Object.keys(SET_BY_RUN).filter((option) => !['--engine', '--model'].includes(option)),
  run: Object.keys(SET_BY_RUN),
};

/** `run todo-sweep --model opus` is `run todo-sweep --set agent.model=opus`, for that run alone; `edit` writes it down. */
function runLine(args: readonly string[], at: number): readonly string[] | null {
  const end = beforeDashes(args).length;
  const options = Object.hasOwn(BY_COMMAND, args[at] ?? '')
    ? (BY_COMMAND[args[at] ?? ''] ?? [])
    : [];
  const isOption = (place: number): boolean =>
    place > at && place + 1 < end && options.includes(args[place] ?? '');
  if (!args.some((_, place) => isOption(place))) return null;
  return args.flatMap((word, place) => {
    if (isOption(place)) return ['--set', `${SET_BY_RUN[word] ?? ''}${args[place + 1] ?? ''}`];
    return isOption(place - 1) ? [] : [word];
  });
}

// Lines by which people change a setting, as the one that does: `edit [ROUTINE] --set key=value`. Pure.

/** @param words from the command on @returns the line that is meant; `null`: none of these */
export function settingLine(words: readonly string[]): readonly string[] | null {
  const [word, next, ...more] = words;
  if (word === 'set') return assigned(words.slice(1), DOTTED);
  if (word === 'config' && next === 'set') return assigned(more, PLAIN);
  if (word === 'budget') return budgetLine(next === 'set' ? more : words.slice(1));
  return null;
}

/** Keys as they stand without a `=`: the one word of a line may be a routine’s. */
const DOTTED = /^[a-z][\w-]*(?:\.[\w-]+)+$/;
const PLAIN = /^[a-z][\w-]*(?:\.[\w-]+)*$/;

/** `todo-sweep a.b=c d=e`, `a.b=c`, `a.b c`, `todo-sweep a.b c`. Options behind it stay. */
function assigned(words: readonly string[], form: RegExp): readonly string[] | null {
  const found = words.findIndex((one) => one.startsWith('-'));
  const end = found < 0 ? words.length : found;
  const given = words.slice(0, end);
  const options = words.slice(end);
  const [first = '', ...rest] = given;
  if (given.length > 0 && given.every(isPair)) return ['edit', ...given.flatMap(asSet), ...options];
  if (rest.length > 0 && isRoutineId(first) && rest.every(isPair))
    return ['edit', first, ...rest.flatMap(asSet), ...options];
  const [key = '', value] = given.slice(-2);
  const isOfRoutine = given.length === 3 && isRoutineId(first);
  if (value === undefined || !(isOfRoutine ? PLAIN : form).test(key)) return null;
  if (given.length === 2) return ['edit', ...asSet(`${key}=${value}`), ...options];
  if (!isOfRoutine) return null;
  return ['edit', first, ...asSet(`${key}=${value}`), ...options];
}

function isPair(word: string): boolean {
  return /^[a-z][\w.-]*=/.test(word);
}

/** `budget.…` is short for where it is. */
function asSet(pair: string): readonly string[] {
  return ['--set', pair.startsWith('budget.') ? `limits.${pair}` : pair];
}

/** Those of roundsman.yaml, for all routines together. */
const BUDGET = /^(?:--)?(usd-per-day|tokens-per-day)(?:=(.*))?$/s;

function budgetLine(words: readonly string[]): readonly string[] | null {
  const [first = '', ...rest] = words;
  const [, key, joined] = BUDGET.exec(first) ?? [];
  const value = joined ?? rest[0];
  if (key === undefined || value === undefined) return null;
  const more = joined === undefined ? rest.slice(1) : rest;
  const others = more.length === 0 ? [] : budgetLine(more)?.slice(1);
  return ['edit', '--set', `limits.budget.${key}=${value}`, ...(others ?? more)];
}
