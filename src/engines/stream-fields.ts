/** Fields of a line of a stream: values that anyone may have written. */
import { isRecord } from '../platform/json.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function textField(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' ? value : null;
}

/** Finite, or `null`. */
export function numberField(fields: Fields, name: string): number | null {
  const value = fields[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** Of tokens and money: never below 0. */
export function amountField(fields: Fields, name: string): number {
  return Math.max(0, numberField(fields, name) ?? 0);
}

/** Empty when it is none. */
export function recordField(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isRecord(value) ? value : {};
}

/** The records of a list; whatever else is in it is left out. */
export function recordsField(fields: Fields, name: string): readonly Fields[] {
  const value = fields[name];
  return Array.isArray(value) ? value.filter((each) => isRecord(each)) : [];
}

// Reading what a program printed: nothing in it is where it should be until it was looked at.

/** What is at a path of names, `undefined` when there is nothing. */
export function valueAt(value: unknown, ...names: readonly string[]): unknown {
  let at = value;
  for (const name of names) {
    if (!isRecord(at) || !Object.hasOwn(at, name)) return undefined;
    at = at[name];
  }
  return at;
}

export function textAt(value: unknown, ...names: readonly string[]): string | null {
  const found = valueAt(value, ...names);
  return typeof found === 'string' ? found : null;
}

/** A finite number that is not negative. */
export function countAt(value: unknown, ...names: readonly string[]): number | null {
  const found = valueAt(value, ...names);
  return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : null;
}

export function listAt(value: unknown, ...names: readonly string[]): readonly unknown[] {
  const found = valueAt(value, ...names);
  return Array.isArray(found) ? found : [];
}
