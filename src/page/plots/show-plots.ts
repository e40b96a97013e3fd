/** Where one would rather look than read. It comes with the first look at it: many runs are gone through. */
import { scaleBand, scaleLinear } from 'd3-scale';

import { hostTimezone } from '../../platform/environment.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { formatDollar } from '../../words/format-usage.ts';
import { groupBy } from '../../words/group-by.ts';
import { localDateOf } from '../../words/local-time.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { html, type Html, nothing } from '../html.ts';
import { routineLink } from '../links.ts';
import { calendarGrid, type Day, MARKS } from '../parts/calendar.ts';
import { card, type Column, empty, table } from '../parts/pieces.ts';
import { type DayValue, linePlot, plotFoot } from './line-plot.ts';
import {
  acceptanceByDay,
  type CostRow,
  costRows,
  lastDays,
  openFindings,
  readVerdicts,
  spendByDay,
  type Verdict,
} from './read-plots.ts';

// Amounts by day as bars, beside a limit.

interface BarPlot {
  readonly label: string;
  readonly days: readonly DayValue[];
  readonly format: (value: number) => string;
  /** Drawn as a line; `null`: none. */
  readonly limit: number | null;
}

const WIDTH = 300;
const HEIGHT = 92;
const FOOT = 88;
const HEAD = 6;

function barPlot({ label, days, format, limit }: BarPlot): Html {
  const highest = Math.max(...days.map(({ value }) => value ?? 0), 0);
  if (highest === 0) return nothing;
  const x = scaleBand(
    days.map(({ day }) => day),
    [0, WIDTH],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(highest, limit ?? 0)], [FOOT, HEAD]);
  return html`<figure class="plot">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}: at most ${format(highest)} a day"
    >
      <line class="plot-ground" x1="0" x2="${WIDTH}" y1="${FOOT}" y2="${FOOT}" />
      ${days.map(({ day, value }) => {
        const top = y(value ?? 0);
        const isOver = limit !== null && (value ?? 0) > limit;
        return html`<rect
          class="plot-bar ${isOver ? 'bad' : ''}"
          x="${x(day) ?? 0}"
          y="${top}"
          width="${x.bandwidth()}"
          height="${FOOT - top}"
          ><title>${day}: ${format(value ?? 0)}</title></rect
        >`;
      })}${
        limit !== null &&
        html`<line class="plot-limit" x1="0" x2="${WIDTH}" y1="${y(limit)}" y2="${y(limit)}" />`
      }
    </svg>
    ${plotFoot(days[0]?.day ?? '', days.at(-1)?.day ?? '')}
  </figure>`;
}

/** The share of one amount in the greatest, for a cell of a table. */
function barCell(value: number | null, highest: number): Html {
  if (value === null || highest <= 0) return nothing;
  const width = scaleLinear([0, highest], [0, 100])(value);
  return html`<svg class="cell-bar" width="100%" height="6" aria-hidden="true">
    <rect width="${Math.max(1, Math.round(width))}%" height="6" rx="3" class="plot-bar" />
  </svg>`;
}

// Results by day: of all runs of a day the worst, in a word, a letter and a colour.

function runCalendar(request: {
  readonly runs: readonly RunView[];
  readonly now: Date;
  readonly days: number;
  readonly timezone: string;
}): Html {
  const { runs, timezone } = request;
  const byDay = groupBy(
    runs.filter(({ state }) => state === 'ended'),
    ({ startedAt, slot }) => localDateOf(new Date(startedAt ?? slot.scheduledFor), timezone),
  );
  return calendarGrid({ ...request, dayOf: (date) => dayOf(date, byDay.get(date) ?? []) });
}

function dayOf(date: string, runs: readonly RunView[]): Day {
  if (runs.length === 0) return { date, tone: 'none', mark: '', words: 'nothing ran', run: null };
  const failed = runs.filter((run) => !wentWell(run));
  const tone = failed.length > 0 ? 'bad' : runs.every(isQuiet) ? 'quiet' : 'good';
  const words = `${plural(runs.length, 'run')}, ${failed.length === 0 ? 'none failed' : `${failed.length} failed`}`;
  return { date, tone, mark: MARKS[tone], words, run: (failed[0] ?? runs[0])?.id ?? null };
}

function isQuiet({ skipped, quiet }: RunView): boolean {
  return skipped !== null || quiet;
}

/** The newest; with more, the plots say how far back they reach. */
const MOST_RUNS = 5_000;
const MONTH = 30;
const QUARTER = 91;
const ROWS = 12;

export async function showPlots({ workspace, now }: PageCall): Promise<ShownFragment> {
  const timezone = hostTimezone();
  const [{ views }, findings, active] = await Promise.all([
    workspace.runs.listViews({ limit: MOST_RUNS }),
    workspace.findings.listAll(),
    readActiveRoutines(workspace).catch(() => null),
  ]);
  const verdicts = await readVerdicts(workspace, findings);
  const month = lastDays(now, MONTH, timezone);
  const quarter = lastDays(now, QUARTER, timezone);
  const since = new Date(now.getTime() - MONTH * 86_400_000).toISOString();
  const recent = views.filter(({ startedAt }) => startedAt !== null && startedAt >= since);
  const budget = active?.spending.budget?.usdPerDay ?? null;
  return {
    kind: 'fragment',
    section: 'home',
    body: html`${findingsCard(openFindings(findings, month, timezone))}${acceptanceCard(
      verdicts,
      quarter,
      timezone,
    )}${spendCard(spendByDay(recent, month, timezone), budget, reach(MONTH, views))}${card({
      title: 'Results',
      aside: reach(QUARTER, views),
      className: 'span-5',
      body:
        views.length === 0
          ? empty('No run has ended yet.')
          : runCalendar({ runs: views, now, days: QUARTER, timezone }),
    })}${costCard(recent, reach(MONTH, views))}`,
  };
}

function findingsCard(days: readonly DayValue[]): Html {
  const last = days.at(-1)?.value ?? 0;
  const week = last - (days.at(-8)?.value ?? 0);
  const change = week === 0 ? 'no change' : `${week > 0 ? '+' : '−'}${Math.abs(week)}`;
  const isEmpty = days.every(({ value }) => value === 0);
  return card({
    title: html`<a href="/findings">Open findings</a>`,
    aside: `${MONTH} days`,
    className: 'span-4',
    body: isEmpty
      ? empty('No finding was open.')
      : html`<p class="big">${last} <small>${change} in a week</small></p>
          ${linePlot({ label: 'Open findings', days, format: String })}`,
  });
}

/* oxlint-disable-next-line eslint/max-params -- what was decided, and on which days */
function acceptanceCard(
  verdicts: readonly Verdict[],
  quarter: readonly string[],
  timezone: string,
): Html {
  const days = acceptanceByDay(verdicts, quarter, timezone);
  const from = quarter[0] ?? '';
  const within = verdicts.filter(({ at }) => at >= from);
  const taken = within.filter((one) => one.taken).length;
  return card({
    title: 'Acceptance rate',
    aside: `${QUARTER} days`,
    className: 'span-4',
    body:
      within.length === 0
        ? empty('Nothing was decided yet.')
        : html`<p class="big">
              ${Math.round((100 * taken) / within.length)} %
              <small>${taken} of ${plural(within.length, 'decision')}</small>
            </p>
            ${linePlot({
              label: 'Share of decisions that were accepted',
              days,
              format: (value) => `${Math.round(value * 100)} %`,
              top: 1,
            })}`,
  });
}

/** How far back the runs go that are drawn. */
function reach(days: number, views: readonly RunView[]): string {
  const oldest = views.at(-1)?.startedAt ?? null;
  const isCut = views.length === MOST_RUNS && oldest !== null;
  return isCut ? `the newest ${MOST_RUNS} runs, from ${oldest.slice(0, 10)}` : `${days} days`;
}

/* oxlint-disable-next-line eslint/max-params -- amounts, their limit, and how far they go back */
function spendCard(days: readonly DayValue[], budget: number | null, span: string): Html {
  const today = days.at(-1)?.value ?? 0;
  const total = days.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return card({
    title: 'Spend',
    aside: budget === null ? `${span}, no budget` : `${span}, budget ${formatDollar(budget)} a day`,
    className: 'span-4',
    body:
      total === 0
        ? empty('No run cost anything.')
        : html`<p class="big">
              ${formatDollar(today)} <small>today, ${formatDollar(total)} in all</small>
            </p>
            ${barPlot({ label: 'Spend by day', days, format: formatDollar, limit: budget })}`,
  });
}

function costCard(recent: readonly RunView[], span: string): Html {
  const rows = costRows(recent).slice(0, ROWS);
  const most = (of: (row: CostRow) => number | null): number =>
    Math.max(0, ...rows.map((row) => of(row) ?? 0));
  const [slowest, dearest] = [most(({ minutes }) => minutes), most(({ usd }) => usd)];
  const columns: readonly Column<CostRow>[] = [
    {
      title: 'Routine',
      cell: ({ routine, engine }) =>
        html`<a href="${routineLink(routine)}">${routine}</a> <span class="quiet">${engine}</span>`,
    },
    {
      title: 'Runs',
      kind: 'number',
      cell: ({ runs, failed }) =>
        failed === 0 ? runs : html`${runs} <span class="removed">${failed} failed</span>`,
    },
    {
      title: 'Median time',
      cell: ({ minutes }) =>
        html`${minutes === null ? '–' : minutesWords(minutes)}${barCell(minutes, slowest)}`,
    },
    {
      title: 'Cost',
      cell: ({ usd }) => html`${usd === null ? '–' : formatDollar(usd)}${barCell(usd, dearest)}`,
    },
  ];
  return card({
    title: 'Time and cost by routine and engine',
    aside: span,
    className: 'span-7',
    body:
      rows.length === 0
        ? empty('No run has ended in this time.')
        : table('Time and cost by routine and engine', columns, rows),
  });
}

function minutesWords(minutes: number): string {
  return minutes < 1 ? `${Math.round(minutes * 60)} s` : `${minutes.toFixed(1)} min`;
}
