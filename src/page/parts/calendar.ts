/** Slots of a routine, a day a cell, a week a column. What a colour says, a letter says as well. */
import type { ListedSlot } from '../../scheduler/list-slots.ts';
import { groupBy } from '../../words/group-by.ts';
import { addDays, localDateOf, mondayOf } from '../../words/local-time.ts';
import { hasFailed, wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import { html, type Html } from '../html.ts';
import { runLink } from '../links.ts';

type Tone = 'good' | 'some' | 'bad' | 'missed' | 'quiet';

interface Day {
  readonly date: string;
  readonly tone: Tone | 'none' | 'ahead';
  readonly mark: string;
  readonly words: string;
  readonly run: string | null;
}

export function calendar(request: {
  readonly slots: readonly ListedSlot[];
  readonly now: Date;
  readonly days: number;
  readonly timezone: string;
}): Html {
  const { slots, timezone } = request;
  const byDay = groupBy(slots, ({ scheduledFor }) => localDateOf(new Date(scheduledFor), timezone));
  return calendarGrid({
    ...request,
    tones: ['good', 'some', 'bad', 'missed', 'quiet'],
    dayOf: (date) => dayOf(date, byDay.get(date) ?? []),
  });
}

/** A day a cell, a week a column, up to today. */
function calendarGrid(request: {
  readonly now: Date;
  readonly days: number;
  readonly timezone: string;
  /** Those that there can be. */
  readonly tones: readonly Tone[];
  readonly dayOf: (date: string) => Day;
}): Html {
  const { now, days, timezone, tones } = request;
  const today = localDateOf(now, timezone);
  const first = mondayOf(addDays(today, -days + 7));
  const weeks: string[] = [];
  for (let monday = first; monday <= today; monday = addDays(monday, 7)) weeks.push(monday);
  return html`<div class="table newest-in-sight" tabindex="0" role="region" aria-label="Results by day">
      <table class="calendar">
        <caption class="unseen">
          Results by day: rows are days of the week, columns are weeks
        </caption>
        <thead>
          <tr>
            <th scope="col"><span class="unseen">Day</span></th>
            ${weeks.map(
              (monday, index) => html`<th scope="col">${monthOf(monday, weeks[index - 1])}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${WEEKDAYS.map(
            (name, weekday) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${weeks.map((monday) => {
                  const date = addDays(monday, weekday);
                  return cell(date > today ? ahead(date) : request.dayOf(date));
                })}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <p class="legend quiet">
      ${tones.map(
        (tone) =>
          html`<span
            ><span class="day ${tone}">${MARKS[tone]}</span> ${LEGEND[tone]}</span
          > `,
      )}
    </p>`;
}

const MARKS = { good: '✓', some: '~', bad: '!', missed: '–', quiet: '·' } as const;
const LEGEND = {
  good: 'succeeded',
  some: 'some failed',
  bad: 'a quarter or more failed',
  missed: 'missed',
  quiet: 'skipped or cancelled',
} as const;

/** A routine that runs often fails now and then: that alone makes no red day. */
const MANY = 0.25;

function failedTone(failed: number, all: number): 'bad' | 'some' {
  return failed / all >= MANY ? 'bad' : 'some';
}

const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function monthOf(monday: string, before: string | undefined): string {
  const month = monday.slice(5, 7);
  // A first month that ends within two weeks has no room for its name.
  if (before === undefined && Number(monday.slice(8)) > 17) return '';
  return before?.slice(5, 7) === month ? '' : (MONTHS[Number(month) - 1] ?? '');
}

function cell({ date, tone, mark, words, run }: Day): Html {
  const inside = html`<span aria-hidden="true">${mark}</span
    ><span class="unseen">${date}: ${words}</span>`;
  const title = `${date}: ${words}`;
  return html`<td>
    ${
      run === null
        ? html`<span class="day ${tone}" title="${title}">${inside}</span>`
        : html`<a class="day ${tone}" title="${title}" href="${runLink(run)}">${inside}</a>`
    }
  </td>`;
}

function ahead(date: string): Day {
  return { date, tone: 'ahead', mark: '', words: 'ahead', run: null };
}

function dayOf(date: string, slots: readonly ListedSlot[]): Day {
  if (slots.length === 0) return { date, tone: 'none', mark: '', words: 'nothing due', run: null };
  const tones = slots.map(toneOf);
  const worst =
    (['bad', 'missed', 'good', 'quiet'] as const).find((one) => tones.includes(one)) ?? 'quiet';
  const started = tones.filter((one) => one === 'bad' || one === 'good').length;
  const failed = tones.filter((one) => one === 'bad').length;
  const tone = worst === 'bad' ? failedTone(failed, started) : worst;
  const shown = slots.find((slot) => toneOf(slot) === worst);
  const said = [...new Set(slots.map(slotWords))].slice(0, 3);
  const words = `${plural(slots.length, 'slot')}: ${said.join('; ')}`;
  return { date, tone, mark: MARKS[tone], words, run: shown?.runId ?? null };
}

function slotWords({ runOutcome, state }: ListedSlot): string {
  return runOutcome === QUIET ? 'succeeded' : (runOutcome ?? state);
}

const QUIET = 'succeeded, quiet';

function toneOf({ state, runOutcome, recorded }: ListedSlot): Exclude<Tone, 'some'> {
  if (!recorded || state === 'missed') return 'missed';
  if (state !== 'started') return 'quiet';
  if (runOutcome === null || /^(skipped|cancelled)/.test(runOutcome)) return 'quiet';
  if (runOutcome === 'succeeded' || runOutcome === QUIET) return 'good';
  return /^(running|queued|waiting|parked)/.test(runOutcome) ? 'quiet' : 'bad';
}

// Results by day, in words, a letter and a colour.
export function runCalendar(request: {
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
  return calendarGrid({
    ...request,
    tones: ['good', 'some', 'bad', 'quiet'],
    dayOf: (date) => dayOfRuns(date, byDay.get(date) ?? []),
  });
}

function dayOfRuns(date: string, runs: readonly RunView[]): Day {
  if (runs.length === 0) return { date, tone: 'none', mark: '', words: 'nothing ran', run: null };
  const done = runs.filter((run) => run.skipped === null && (wentWell(run) || hasFailed(run)));
  const failed = done.filter(hasFailed);
  const tone =
    failed.length > 0
      ? failedTone(failed.length, done.length)
      : done.length === 0
        ? 'quiet'
        : 'good';
  const words = `${plural(runs.length, 'run')}, ${failed.length === 0 ? 'none failed' : `${failed.length} failed`}`;
  return { date, tone, mark: MARKS[tone], words, run: (failed[0] ?? runs[0])?.id ?? null };
}
