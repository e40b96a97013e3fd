/** Everything in which two versions of a routine differ. Pure. */
import { isRecord } from '../../platform/json.ts';
import { formatDuration } from '../../words/duration.ts';
import type { Routine } from '../../words/routine.ts';

export interface DefinitionChange {
  /** As one writes it: `workspace.setup`, `limits.timeout`. */
  readonly key: string;
  /** JSON, or a duration; `null` where there is nothing. */
  readonly from: string | null;
  readonly to: string | null;
}

/** In the order of the keys. Nothing that differs is left out: a key that is not compared would be a way in. */
export function definitionChanges(from: Routine, to: Routine): readonly DefinitionChange[] {
  const before = leavesOf(from);
  const after = leavesOf(to);
  const keys = [...new Set([...before.keys(), ...after.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [before.get(key) ?? null, after.get(key) ?? null];
    return was === is ? [] : [{ key, from: was, to: is }];
  });
}

function leavesOf(routine: Routine): ReadonlyMap<string, string> {
  const leaves = new Map<string, string>();
  const { triggers, ...rest } = routine;
  collect({ on: triggers, ...rest }, '', leaves);
  return leaves;
}

/** Lists are compared whole: what stands where in them matters as well. */
function collect(value: unknown, key: string, leaves: Map<string, string>): void {
  if (isRecord(value) && Object.keys(value).length > 0) {
    for (const [name, inner] of Object.entries(value)) {
      const part = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      collect(inner, key === '' ? part : `${key}.${part}`, leaves);
    }
    return;
  }
  if (key.endsWith('-ms') && typeof value === 'number') {
    leaves.set(key.slice(0, -'-ms'.length), formatDuration(value));
  } else if (value !== null && value !== undefined) {
    leaves.set(key, JSON.stringify(value));
  }
}
