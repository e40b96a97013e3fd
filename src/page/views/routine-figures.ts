/** How a routine did lately: time and cost of its runs, and the newest of them. */
import type { RoutineId } from '../../words/ids.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { html, type Html } from '../html.ts';
import { withQuery } from '../links.ts';
import { barChart } from '../parts/bar-chart.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, table } from '../parts/pieces.ts';

export interface RoutineFigures {
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Of those, the ones that ended and were not skipped, and of these the ones that went well. */
  readonly ended: number;
  readonly succeeded: number;
}

const NEWEST = 60;

export async function routineFigures(
  { runs }: Pick<Workspace, 'runs'>,
  routine: RoutineId,
): Promise<RoutineFigures> {
  const { views } = await runs.listViews({ routine, limit: NEWEST });
  const ended = views.filter(({ state, skipped }) => state === 'ended' && skipped === null);
  return { runs: views, ended: ended.length, succeeded: ended.filter(wentWell).length };
}

export function historyWords({ succeeded, ended }: RoutineFigures): string | null {
  return ended === 0 ? null : `${succeeded} of ${ended} succeeded`;
}

export function figuresOf({ runs, ended }: RoutineFigures): Html {
  if (ended === 0) return empty('No run has ended yet.');
  const shown = runs
    .filter(({ state, skipped }) => state === 'ended' && skipped === null)
    .slice(0, 40)
    .toReversed();
  const slow = shown.some((run) => (minutesOf(run) ?? 0) >= 2);
  return html`<div class="charts">
    ${barChart(
      { title: 'Time', unit: slow ? 'min' : 's' },
      shown.map((run) => ({ run, value: timeOf(run, slow ? 1 : 60) })),
    )}${barChart(
      { title: 'Cost', unit: '$' },
      shown.map((run) => ({ run, value: run.usage.costUsd })),
    )}
  </div>`;
}

function timeOf(run: Parameters<typeof minutesOf>[0], units: number): number | null {
  const minutes = minutesOf(run);
  return minutes === null ? null : minutes * units;
}

function minutesOf({
  startedAt,
  endedAt,
}: {
  readonly startedAt: string | null;
  readonly endedAt: string | null;
}): number | null {
  return startedAt === null || endedAt === null
    ? null
    : (Date.parse(endedAt) - Date.parse(startedAt)) / 60_000;
}

export function newestRuns(
  { runs }: RoutineFigures,
  { id, now }: { readonly id: RoutineId; readonly now: Date },
): Html {
  if (runs.length === 0) return empty('It never ran.');
  const all = withQuery('/runs', { routine: id });
  return html`${table('Newest runs', runColumns(now, { routine: false }), runs.slice(0, 10))}
    <p class="more"><a href="${all}">All its runs</a></p>`;
}
