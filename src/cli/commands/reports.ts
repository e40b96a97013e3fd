import { listReports, type ListedReport, restoreCopies } from '../../reports/reports.ts';
import { shortIdOf } from '../../words/ids.ts';
import { relativeTime } from '../../words/local-time.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { shortPath } from '../output/run-closing.ts';
import type { Column } from '../output/table.ts';
import { writeJson } from '../output/write-json.ts';

export async function reportsCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const routine = call.options.text('routine');
  const reports = await listReports(workspace, routine);
  if (call.json) {
    writeJson(call.terminal, reports);
    return 0;
  }
  const page = openPage(call.terminal);
  if (reports.length === 0) {
    page.line(
      routine === null
        ? 'No reports yet. Each run leaves one: roundsman run todo-sweep'
        : `No reports of ${oneLine(routine, 80)} yet. The routines: roundsman list`,
    );
  } else {
    page.table(reportColumns(call.clock.now(), call.standing), reports);
  }
  return 0;
}

function reportColumns(now: Date, folder: string): readonly Column<ListedReport>[] {
  return [
    { title: 'run', text: (one) => shortIdOf(one.runId) },
    {
      title: 'routine',
      text: (one) => (one.part === null ? one.routine : `${one.routine} by ${one.part}`),
      shrinkTo: 8,
    },
    { title: 'written', text: (one) => relativeTime(one.at, now) },
    {
      title: 'report',
      text: (one) => one.report,
      style: (one) => (one.report === 'valid' ? 'good' : 'bad'),
    },
    { title: 'file', text: (one) => shortPath(one.path, folder), shrinkTo: 24 },
  ];
}

export async function reportsRestoreCommand(call: CommandCall): Promise<number> {
  const result = await restoreCopies(await openWorkspace(call));
  if (call.json) {
    writeJson(call.terminal, result);
    return 0;
  }
  const page = openPage(call.terminal);
  if (result.restored.length === 0) {
    page.line('No run has left a report that could be restored.');
  } else {
    page.line(`Wrote ${plural(result.restored.length, 'report')} again:`);
    for (const path of result.restored)
      page.line(`  ${oneLine(shortPath(path, call.standing), 500)}`);
  }
  for (const notice of result.notices) call.terminal.err(`note: ${oneLine(notice, 1_000)}\n`);
  return 0;
}
