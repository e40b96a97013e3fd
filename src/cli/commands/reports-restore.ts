import { openWorkspace } from '../../app/open-workspace.ts';
import { restoreCopies } from '../../app/reports.ts';
import { plural } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function reportsRestoreCommand(call: CommandCall): Promise<number> {
  const result = await restoreCopies(await openWorkspace(call));
  if (call.json) {
    writeJson(call.terminal, result);
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(
    result.restored.length === 0
      ? 'Nothing was missing.'
      : `Wrote ${plural(result.restored.length, 'report')} again:`,
  );
  for (const path of result.restored) page.line(`  ${path}`);
  return 0;
}
