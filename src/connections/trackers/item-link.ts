/**
 * Reads the issue that an item is tied to. After a transfer its number leads to another issue, in another repository: no
 * item here is tied to that one. After a rename of its repository it is the same issue under another name.
 */
import type { Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import type { Item } from '../../words/item.ts';
import type { TrackerLink } from '../../words/tracker-link.ts';
import type { TrackerSurroundings } from './surroundings.ts';

export type ReadTied =
  | Told<TrackedIssue>
  | { readonly kind: 'elsewhere'; readonly issue: TrackedIssue };

export async function readTied(
  tracker: Tracker,
  link: Pick<TrackerLink, 'repository' | 'number' | 'nodeId'>,
): Promise<ReadTied> {
  const read = await tracker.read(link.number);
  if (read.kind !== 'told' || isTied(read.value, link)) return read;
  return { kind: 'elsewhere', issue: read.value };
}

function isTied(
  { number, repository, nodeId }: TrackedIssue,
  link: Parameters<typeof readTied>[1],
): boolean {
  if (number !== link.number) return false;
  return (
    repository.toLowerCase() === link.repository.toLowerCase() ||
    (nodeId !== '' && nodeId === link.nodeId)
  );
}

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
