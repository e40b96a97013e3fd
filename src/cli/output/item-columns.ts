import type { ItemView } from '../../context/items/list-items.ts';
import type { ItemStanding } from '../../words/item.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine } from '../../words/text.ts';
import type { StyleName } from './style.ts';
import { MOST_OF_TITLE, type Column } from './table.ts';

/** Issues have a column where any of the items has one. */
export function itemColumns(now: Date, items: readonly ItemView[]): readonly Column<ItemView>[] {
  const isTracked = items.some(({ tracker }) => tracker !== undefined);
  return [
    { title: 'item', text: (item) => item.key },
    {
      title: 'state',
      text: (item) => formatStanding(item.standing),
      style: (item) => standingStyle(item.standing),
    },
    { title: 'title', text: (item) => oneLine(item.title, MOST_OF_TITLE), shrinkTo: 20 },
    ...(isTracked ? [{ title: 'issue', text: formatIssue }] : []),
    { title: 'routine', text: (item) => item.routine ?? '', shrinkTo: 8 },
    { title: 'since', text: (item) => relativeTime(item.createdAt, now) },
  ];
}

function formatIssue({ tracker }: ItemView): string {
  if (tracker === undefined) return '';
  const { number, seen } = tracker;
  return seen.state === 'open' ? `#${number}` : `#${number} ${seen.state}`;
}

/** What a person might do about it, under its row; empty for nothing. */
export function itemNote(item: ItemView): string {
  if (item.proposesClosing) {
    const how = item.standing === 'dropped' ? '--dropped --reason "…"' : '--done';
    return `${item.because}; close it: roundsman items close ${item.key} ${how}`;
  }
  return item.stale === null ? '' : `stale: ${item.stale.why}`;
}

export function formatStanding(standing: ItemStanding): string {
  return standing.replace('-', ' ');
}

export function standingStyle(standing: ItemStanding): StyleName | null {
  switch (standing) {
    case 'proposed':
    case 'in-review':
      return 'warn';
    case 'blocked':
      return 'bad';
    case 'landed':
    case 'done':
      return 'good';
    case 'dropped':
      return 'faint';
    case 'todo':
    case 'in-progress':
      return null;
  }
}
