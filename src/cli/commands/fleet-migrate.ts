import { migrateFleet } from '../../daemon/fleet/move-fleet.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function fleetMigrateCommand(call: CommandCall): Promise<number> {
  const { from, to, queue } = await migrateFleet(await openWorkspace(call));
  if (call.json) writeJson(call.terminal, { from, to, queue });
  else {
    const page = openPage(call.terminal);
    page.line(
      from === to
        ? `The tables are of version ${to} already.`
        : `The tables are of version ${to} now${from === 0 ? '' : ` (before: ${from})`}.`,
    );
    if (!queue)
      page.line(
        'The queue for workers was not made: it needs Node 22.12 or newer. Give the command again there.',
      );
  }
  return 0;
}
