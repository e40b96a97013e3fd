/** Looking into records of strangers: own properties only, so that `__proto__` is a name like any other. */
import { isRecord } from '../../../platform/json.ts';

/** What stands at a dotted path; a whole name with dots goes before a way down. `undefined` when nothing does. */
export function valueAt(value: unknown, path: string): unknown {
  if (isRecord(value) && Object.hasOwn(value, path)) return value[path];
  let at = value;
  for (const name of path.split('.')) {
    if (Array.isArray(at)) {
      const list: readonly unknown[] = at;
      at = /^\d{1,6}$/.test(name) ? list[Number(name)] : list.map((one) => ownValue(one, name));
    } else at = ownValue(at, name);
    if (at === undefined) return undefined;
  }
  return at;
}

function ownValue(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
