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
