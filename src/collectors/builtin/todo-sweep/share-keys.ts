/** Which notes get an item tonight: the ones that matter first, and all of a file together where they fit. Pure. */
import type { TodoFact } from '../../../words/facts.ts';
import type { ItemKey } from '../../../words/ids.ts';

/** @param open without an item, in their order. By fingerprint. */
/* oxlint-disable-next-line eslint/max-params -- notes and keys */
export function shareKeys(
  open: readonly TodoFact[],
  keys: readonly ItemKey[],
): ReadonlyMap<string, ItemKey> {
  const chosen = new Set<TodoFact>();
  for (const note of open) {
    if (chosen.has(note)) continue;
    const room = keys.length - chosen.size;
    const file = open.filter(({ path }) => path === note.path);
    // A file with more notes than one night takes begins a night of its own.
    if (file.length > room && chosen.size > 0) continue;
    for (const one of file.slice(0, room)) chosen.add(one);
  }
  return new Map(
    [...chosen].flatMap(({ fingerprint }, index) => {
      const key = keys[index];
      return key === undefined ? [] : [[fingerprint, key] as const];
    }),
  );
}
