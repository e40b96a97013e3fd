import { openWorkspace } from '../../app/open-workspace.ts';
import type { Item } from '../../domain/item.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { relativeTime } from '../output/relative-time.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function itemsCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const every = await workspace.items.list();
  const items = call.options.flag('all')
    ? every
    : every.filter((item) => item.state === 'open' || item.state === 'proposed');
  if (call.json) {
    writeJson(call.terminal, items);
    return 0;
  }
  const page = openPage(call.terminal);
  if (items.length === 0) {
    page.line('No items yet. Runs propose them; you let them in with: roundsman outbox approve');
  } else {
    page.table(itemColumns(call.clock.now()), items);
  }
  return 0;
}

function itemColumns(now: Date): readonly Column<Item>[] {
  return [
    { title: 'item', text: (item) => item.key },
    {
      title: 'state',
      text: (item) => item.state,
      style: (item) =>
        item.state === 'open' ? 'good' : item.state === 'proposed' ? 'warn' : 'faint',
    },
    { title: 'title', text: (item) => item.title, shrinkTo: 20 },
    { title: 'routine', text: (item) => item.routine ?? '', shrinkTo: 8 },
    { title: 'since', text: (item) => relativeTime(item.createdAt, now) },
  ];
}
