/**
 * Reads the issue that an item is tied to. After a transfer its number leads to another issue, in another repository: no
 * item here is tied to that one. After a rename of its repository it is the same issue under another name.
 */
import type { Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import type { TrackerLink } from '../../words/tracker-link.ts';

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
