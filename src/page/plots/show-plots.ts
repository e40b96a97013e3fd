import { stateAt } from '../../ledger/finding-life.ts';
/** Where one would rather look than read. It comes with the first look at it: many runs are gone through. */
import { hostTimezone } from '../../platform/environment.ts';
import { LEAST_DECIDED } from '../../review/acceptance.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import { formatDollar } from '../../words/usage.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { runCalendar } from '../parts/calendar.ts';
import { findingWord } from '../parts/finding-rows.ts';
import { dollarWords } from '../parts/format-run.ts';
import { card, empty, table, type Column } from '../parts/pieces.ts';
import { barCell, barPlot, linePlot, type DayValue } from './line-plot.ts';
import {
  acceptanceByDay,
  costRows,
  lastDays,
  openFindings,
  readVerdicts,
  spendByDay,
  type CostRow,
  type Verdict,
} from './read-plots.ts';

/** The newest; with more, the plots say how far back they reach. */
const MOST_RUNS = 5_000;
const MONTH = 30;
const QUARTER = 91;
const ROWS = 12;

export async function showPlots({ workspace, now }: PageCall): Promise<ShownFragment> {
  const timezone = hostTimezone();
  const [{ views }, stored, active] = await Promise.all([
    workspace.runs.listViews({ limit: MOST_RUNS }),
    workspace.findings.listAll(),
    readActiveRoutines(workspace).catch(() => null),
  ]);
  const findings = stored.map((one) => ({ ...one, state: stateAt(one, now.toISOString()) }));
  const accepted = findings.filter((one) => findingWord(one) === 'accepted').length;
  const verdicts = await readVerdicts(workspace, findings);
  const month = lastDays(now, MONTH, timezone);
  const quarter = lastDays(now, QUARTER, timezone);
  const since = new Date(now.getTime() - MONTH * 86_400_000).toISOString();
  const recent = views.filter(({ startedAt }) => startedAt !== null && startedAt >= since);
  const budget = active?.spending.budget?.usdPerDay ?? null;
  return {
    kind: 'fragment',
    section: 'home',
    page: { title: 'Plots', to: '/', label: 'Home' },
    body: html`${findingsCard(openFindings(findings, month, timezone), accepted)}${acceptanceCard(
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

function findingsCard(days: readonly DayValue[], accepted: number): Html {
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
      : html`<p class="big">
            ${last}
            <small
              >${change} in a week${
                accepted > 0 && html` · <a href="/findings?show=accepted">${accepted} accepted</a>`
              }</small
            >
          </p>
          ${linePlot({ label: 'Open findings', days, format: String })}`,
  });
}

const BASIS = 'Branches, findings and requests.';

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
    aside: `all decisions, ${QUARTER} days`,
    className: 'span-4',
    body:
      within.length === 0
        ? empty('Nothing was decided yet.')
        : within.length < LEAST_DECIDED
          ? html`<p class="big">
                ${taken} <small>of ${plural(within.length, 'decision')} accepted</small>
              </p>
              <p class="quiet">${BASIS} Fewer than ${LEAST_DECIDED} give no rate.</p>`
          : html`<p class="big">
                ${Math.round((100 * taken) / within.length)} %
                <small>${taken} of ${plural(within.length, 'decision')}</small>
              </p>
              <p class="quiet">${BASIS}</p>
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

function spendCard(days: readonly DayValue[], budget: number | null, span: string): Html {
  const today = days.at(-1)?.value ?? 0;
  const total = days.reduce((sum, { value }) => sum + (value ?? 0), 0);
  return card({
    title: html`<a href="#cost">Spend</a>`,
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
        failed === 0 ? runs : html`${runs}, <span class="removed">${failed} failed</span>`,
    },
    {
      title: 'Median time',
      cell: ({ minutes }) =>
        html`${minutes === null ? '–' : minutesWords(minutes)}${barCell(minutes, slowest)}`,
    },
    {
      title: 'Cost',
      cell: ({ usd }) => html`${dollarWords(usd)}${usd === 0 ? null : barCell(usd, dearest)}`,
    },
  ];
  return card({
    title: 'Time and cost by routine and engine',
    id: 'cost',
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
