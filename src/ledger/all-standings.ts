/** Standings of all items together: parents and blockers look at others. Pure. */
import { groupBy } from '../words/group-by.ts';
import { isItemKey, type ItemKey } from '../words/ids.ts';
import type { Item } from '../words/item.ts';
import type { ItemFacts, Standing, TiedItem } from './item-facts.ts';
import { standingOf } from './item-standing.ts';

export type OwnFacts = Omit<ItemFacts, 'children' | 'blockers'>;

/** By key, of every item. Those that wait for each other in a circle are taken to be to do while one looks at the other. */
export function allStandings(
  items: readonly Item[],
  factsOf: (item: Item) => OwnFacts,
): ReadonlyMap<ItemKey, Standing> {
  const byKey = new Map(items.map((item) => [item.key, item]));
  const children = groupBy(items, ({ parent }) => parent ?? '');
  const known = new Map<ItemKey, Standing>();
  const underWay = new Set<ItemKey>();

  const tied = (item: Item): TiedItem => ({
    key: item.key,
    standing: judge(item)?.standing ?? 'todo',
  });
  const judge = (item: Item): Standing | null => {
    const before = known.get(item.key);
    if (before !== undefined) return before;
    if (underWay.has(item.key)) return null;
    underWay.add(item.key);
    const standing = standingOf(item, {
      ...factsOf(item),
      children: (children.get(item.key) ?? []).map(tied),
      blockers: blockersOf(item).flatMap((key) => {
        const blocker = byKey.get(key);
        return blocker === undefined ? [] : [tied(blocker)];
      }),
    });
    known.set(item.key, standing);
    return standing;
  };
  for (const item of items) judge(item);
  return known;
}

/** What it was said to wait for, whether or not that is over. */
export function blockersOf({ links = [] }: Item): readonly ItemKey[] {
  return links.flatMap(({ kind, id }) => (kind === 'blocked-by' && isItemKey(id) ? [id] : []));
}
