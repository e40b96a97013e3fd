/** What stands in the working tree and is not what is active. Pure. */
import type { Catalog } from '../../routines/catalog.ts';
import type { ActiveState } from './active-state.ts';

export interface LocalDifference {
  readonly id: string;
  readonly file: string;
  /** `new`: nothing of that id is active. */
  readonly kind: 'new' | 'changed';
}

/** By file. Broken ones too: with them, the working tree differs from what is active all the more. */
export function localDifferences(
  state: ActiveState,
  catalog: Pick<Catalog, 'entries'>,
): readonly LocalDifference[] {
  const active = new Map<string, string>();
  for (const { routine } of [...state.atRef, ...state.enabled]) {
    active.set(routine.id, routine.definition);
  }
  const brokenThere = new Set(state.broken.map(({ id }) => id));
  return catalog.entries.flatMap((entry) => {
    const { id, file } = entry;
    const hash = active.get(id);
    if (entry.kind === 'routine') {
      if (hash === undefined) return [{ id, file, kind: 'new' as const }];
      return hash === entry.hash ? [] : [{ id, file, kind: 'changed' as const }];
    }
    // Broken here as it is there: that is told as broken.
    if (brokenThere.has(id)) return [];
    return [{ id, file, kind: hash === undefined ? ('new' as const) : ('changed' as const) }];
  });
}
