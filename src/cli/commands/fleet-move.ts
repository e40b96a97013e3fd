import { moveFleet, type MoveTarget, migrateFleet } from '../../daemon/fleet/move-fleet.ts';
import type { MoveReport } from '../../store/fleet.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage, type Page } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { usageFailure } from '../usage-failure.ts';

export async function fleetMoveCommand(call: CommandCall): Promise<number> {
  const to = targetOf(call.options.text('to'));
  const report = await moveFleet(await openWorkspace(call), to);
  if (call.json) writeJson(call.terminal, { to, ...report });
  else writeMove(openPage(call.terminal), to, report);
  return 0;
}

function targetOf(text: string | null): MoveTarget {
  if (text === 'postgres' || text === 'files') return text;
  throw usageFailure(
    text === null ? '--to is missing' : `--to is "${text}"`,
    'Say where: roundsman fleet move --to postgres, or --to files',
  );
}

function writeMove(page: Page, to: MoveTarget, { kind, counts }: MoveReport): void {
  const where = to === 'postgres' ? 'on PostgreSQL' : 'files of this machine';
  if (kind === 'there') {
    page.line(`The records are ${where} already.`);
    return;
  }
  const kinds = Object.entries(counts);
  if (kinds.length > 0) page.fields(kinds.map(([name, count]) => [name, String(count)]));
  page.line(
    kind === 'joined'
      ? 'This machine uses the records that the database had already.'
      : `The records are ${where} now: all that was counted is there.`,
  );
}

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
