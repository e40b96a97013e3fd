/** Ids may be shortened while they are unique: a beginning of at least three characters, or an ending of four. Pure. */

export type IdMatch =
  | { readonly kind: 'one'; readonly id: string }
  | { readonly kind: 'none' }
  | { readonly kind: 'many'; readonly ids: readonly string[] };

/** Fewer are typed for a place in a list. What stands before a dash says of which kind an id is. */
const SHORTEST_START = 3;
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
  const isShort = wanted.replace(/^[a-z]+-/, '').length < SHORTEST_START;
  if (first === undefined || (isShort && others.length === 0)) return { kind: 'none' };
  return others.length === 0 ? { kind: 'one', id: first } : { kind: 'many', ids: found };
}
