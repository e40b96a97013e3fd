/** Lines by which people change a setting, as the one that does: `edit [ROUTINE] --set key=value`. Pure. */
import { isRoutineId } from '../words/ids.ts';

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
