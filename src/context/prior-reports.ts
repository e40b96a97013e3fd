/** The newest valid reports of a routine, as an agent is given them. */
import { parseFrontMatter } from '../reports/front-matter.ts';
import type { RunStore } from '../store/ports.ts';
import type { RoutineId } from '../words/ids.ts';
import { replayedRun } from '../words/replay.ts';
import type { RunView } from '../words/run.ts';
import type { PriorReport } from './brief.ts';

export interface PriorReportFile {
  readonly entry: PriorReport;
  readonly content: string;
}

/** Newest first. Reports of runs that failed say nothing about the code and are passed over; replays, nothing about today's. */
export async function priorReports(request: {
  /** Newest first; those of other routines, and parts of other runs, are passed over. */
  readonly views: readonly RunView[];
  readonly runs: Pick<RunStore, 'readFile'>;
  readonly routine: RoutineId;
  readonly last: number;
}): Promise<readonly PriorReportFile[]> {
  const { views, runs, routine, last } = request;
  const found: PriorReportFile[] = [];
  for (const view of views) {
    if (found.length === last) break;
    if (view.routine !== routine || view.part !== null) continue;
    if (view.result?.report !== 'valid' || view.result.execution !== 'succeeded') continue;
    if (replayedRun(view.slot.key) !== null) continue;
    const content = await runs.readFile(view.id, 'report');
    const fields = content === null ? null : parseFrontMatter(content);
    const date = fields?.['date'];
    if (content === null || typeof date !== 'string') continue;
    const file = `context/reports/${view.id}.md`;
    const quiet = fields?.['quiet'] === true;
    const window = { from: view.window.from, to: view.window.to };
    found.push({ entry: { run: view.id, routine, date, window, file, quiet }, content });
  }
  return found;
}
