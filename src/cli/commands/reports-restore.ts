import { restoreCopies } from '../../reports/reports.ts';
import { oneLine, plural } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { shortPath } from '../output/run-closing.ts';
import { writeJson } from '../output/write-json.ts';

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
