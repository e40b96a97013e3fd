import type { ItemView } from '../../app/items/list-items.ts';
import type { ItemStanding } from '../../domain/item.ts';
import { relativeTime } from './relative-time.ts';
import type { StyleName } from './style.ts';
import type { Column } from './table.ts';

export function itemColumns(now: Date): readonly Column<ItemView>[] {
  return [
    { title: 'item', text: (item) => item.key },
    {
      title: 'stands',
      text: (item) => standingWords(item.standing),
      style: (item) => standingStyle(item.standing),
    },
    { title: 'title', text: (item) => item.title, shrinkTo: 20 },
    { title: 'routine', text: (item) => item.routine ?? '', shrinkTo: 8 },
    { title: 'since', text: (item) => relativeTime(item.createdAt, now) },
  ];
}

/** What a person might do about it, under its row; empty for nothing. */
export function itemNote(item: ItemView): string {
  if (item.proposesClosing) {
    const how = item.standing === 'dropped' ? '--dropped --reason "…"' : '--done';
    return `${item.because}; close it: roundsman items close ${item.key} ${how}`;
  }
  return item.stale === null ? '' : `stale: ${item.stale.why}`;
}

export function standingWords(standing: ItemStanding): string {
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
