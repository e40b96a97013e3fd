/** Looking into a payload without trusting its shape. */
import { isRecord } from '../../platform/json.ts';

/** The text at a path of field names; whole numbers count as text, everything else as `null`. */
export function textAt(value: unknown, ...path: readonly string[]): string | null {
  let at = value;
  for (const name of path) at = isRecord(at) && Object.hasOwn(at, name) ? at[name] : null;
  if (typeof at === 'number') return Number.isSafeInteger(at) ? String(at) : null;
  return typeof at === 'string' && at.trim() !== '' ? at : null;
}
