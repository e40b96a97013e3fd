/** Results by day: of all runs of a day the worst, in a word, a letter and a colour. */
import { groupBy } from '../../words/group-by.ts';
import { localDateOf } from '../../words/local-time.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import type { Html } from '../html.ts';
import { calendarGrid, MARKS, type Day } from './calendar.ts';

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
