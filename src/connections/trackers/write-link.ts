import type { Item } from '../../words/item.ts';
import type { TrackerLink } from '../../words/tracker-link.ts';
import type { TrackerSurroundings } from './surroundings.ts';

/** What is different of an item's link, and of the item where `also` says so. */
/* oxlint-disable-next-line eslint/max-params -- where, of which, what, and what else */
export async function writeLink(
  { items, exclusively }: Pick<TrackerSurroundings, 'items' | 'exclusively'>,
  { key }: Pick<Item, 'key'>,
  change: Partial<TrackerLink>,
  also: (item: Item) => Item = (item) => item,
): Promise<void> {
  await exclusively(async () => {
    const item = await items.read(key);
    if (item?.tracker === undefined) return;
    await items.replace(item, also({ ...item, tracker: { ...item.tracker, ...change } }));
  });
}
