/** Reading what a program printed: nothing in it is where it should be until it was looked at. */
import { isRecord } from '../../platform/json.ts';

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
