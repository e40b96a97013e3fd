import { hostTimezone } from '../../platform/environment.ts';
import { listReports, readReport, terminalReport } from '../../reports/reports.ts';
import { findRun } from '../../routines/find-run.ts';
import { AppError } from '../../words/errors.ts';
import { addDays, localDateOf } from '../../words/local-time.ts';
import { readMoment } from '../../words/moment.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { wrapLine } from '../output/text-width.ts';
import { writeJson } from '../output/write-json.ts';

export async function reportsShowCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const run = await reportedRun(call, workspace);
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

/** With --date, the newest of that day with a report: of the routine that was named, or of all. */
async function reportedRun(call: CommandCall, workspace: Workspace): Promise<RunView> {
  const [word = null] = call.words;
  const date = call.options.text('date');
  if (date === null) return findRun(workspace, word);
  const timezone = hostTimezone();
  const { clock } = call;
  const moment = readMoment({ name: 'date', text: date, now: clock.now(), timezone, way: 'back' });
  const reports = await listReports(workspace, word);
  const dayOf = (instant: Date): string => localDateOf(instant, timezone);
  const onDay = (day: string): (typeof reports)[number] | undefined =>
    reports.find(({ at }) => dayOf(new Date(at)) === day);
  const [day, today] = [dayOf(new Date(moment)), dayOf(clock.now())];
  // On a Monday, `monday` is today where there is a report of today.
  const isWeekday = /^[a-z]+$/i.test(date) && addDays(day, 7) === today;
  const found = (isWeekday ? onDay(today) : undefined) ?? onDay(day);
  if (found !== undefined) return findRun(workspace, found.runId);
  const [newest] = reports;
  throw new AppError('not-found', {
    code: 'no-report',
    message: `${word === null ? 'there is no report' : `${oneLine(word, 80)} left no report`} on ${day}`,
    hint:
      newest === undefined
        ? 'What ran: roundsman runs'
        : `The newest is of ${localDateOf(new Date(newest.at), timezone)}. All: roundsman reports${word === null ? '' : ` ${oneLine(word, 80)}`}`,
  });
}
