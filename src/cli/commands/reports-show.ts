import { readReport, terminalReport } from '../../reports/reports.ts';
import { findRun } from '../../routines/find-run.ts';
import { stripControls } from '../../words/text.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { wrapLine } from '../output/text-width.ts';
import { writeJson } from '../output/write-json.ts';

export async function reportsShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const run = await findRun(workspace, call.words[0] ?? null);
  const report = await readReport(workspace, run);
  if (call.json) {
    writeJson(call.terminal, { runId: run.id, routine: run.routine, ...report });
    return 0;
  }
  const { terminal } = call;
  terminal.out(
    call.options.flag('raw')
      ? stripControls(report.markdown)
      : terminalReport(report.markdown, {
          colour: terminal.colour,
          ...(terminal.outIsTerminal && {
            wrap: (line: string) => wrapLine(line, terminal.columns),
          }),
        }),
  );
  return 0;
}
