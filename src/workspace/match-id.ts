/** Ids may be shortened while they are unique: a beginning, or an ending of at least four characters. Pure. */

export type IdMatch =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'many'; readonly ids: readonly string[] };

const SHORTEST_ENDING = 4;

/** An exact id wins over every shortening; letters count alike in upper and lower case. */
export function matchId(ids: readonly string[], text: string): IdMatch {
  const wanted = text.toLowerCase();
  if (wanted === '') return { kind: 'none' };
  const exact = ids.find((id) => id.toLowerCase() === wanted);
  if (exact !== undefined) return { kind: 'one', id: exact };
  const found = ids.filter((id) => {
    const known = id.toLowerCase();
    return known.startsWith(wanted) || (wanted.length >= SHORTEST_ENDING && known.endsWith(wanted));
  });
  const [first, ...others] = found;
  if (first === undefined) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', id: first } : { kind: 'many', ids: found };
}
