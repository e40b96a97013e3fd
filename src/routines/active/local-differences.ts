/** What stands in the working tree and is not what is active. Pure. */
import type { IndexEntry } from '../catalog-cache.ts';
import type { ActiveState } from './active-state.ts';

export interface LocalDifference {
  readonly id: string;
  readonly file: string;
  /** `new`: nothing of that id is active. */
  readonly kind: 'new' | 'changed';
}

/** By file. Broken ones too, unless the ref's version is broken as well: that is told already. */
export function localDifferences(
  state: ActiveState,
  index: readonly IndexEntry[],
): readonly LocalDifference[] {
  const active = new Map<string, string>();
  for (const { routine } of [...state.atRef, ...state.enabled]) {
    active.set(routine.id, routine.definition);
  }
  const brokenThere = new Set(state.broken.map(({ id }) => id));
  return index
    .filter(({ id, hash }) => (hash === null ? !brokenThere.has(id) : active.get(id) !== hash))
    .map(({ id, file }) => ({ id, file, kind: active.has(id) ? 'changed' : 'new' }));
}
