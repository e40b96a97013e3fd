/** What well-known schedulers answer, case by case; `deliberate-differences.ts` lists where we do not. */
import { expect, test } from 'vitest';

import { checkSchedule, nextInstants } from '../../src/calendar/next.ts';
import { comingSlots } from '../../src/routines/next-slots.ts';
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { ScheduleTrigger } from '../../src/words/trigger.ts';
import { readCronCases, type CaseOf, type CronCase } from './cron-case.ts';
import { deliberateDifferences } from './deliberate-differences.ts';
import { downtimeAnswers, overlapAnswers, replayAnswers, type Answers } from './policy-answers.ts';

const cases = readCronCases();

function schedule(expression: string, timezone: string): ScheduleTrigger {
  return { kind: 'schedule', when: { kind: 'cron', expression }, timezone };
}

function refused({ expr, tz }: CronCase): boolean {
  return checkSchedule({ kind: 'cron', expression: expr }, tz) !== null;
}

type Given = CaseOf<'next' | 'match' | 'never' | 'previous' | 'property'>;

function next({ expr, tz, from }: Given, count: number): readonly string[] {
  return nextInstants({ kind: 'cron', expression: expr }, tz, {
    from: new Date(from),
    count,
  }).map((at) => at.toISOString());
}

function previous({ expr, tz, from }: Given): readonly string[] {
  const to = Date.parse(from) - 1;
  const range = { from: to - 366 * 86_400_000, to, keep: 1 };
  return sharedCalendar()
    .between(schedule(expr, tz), range)
    .instants.map((at) => new Date(at).toISOString());
}

/** Minutes of four hours whose next instant is not later, or earlier than the one before; or not the next minute, where each is due. */
function unsound({ expr, tz, from }: Given): readonly number[] {
  const calendar = sharedCalendar();
  const begin = Date.parse(from);
  let last = 0;
  return Array.from({ length: 240 }, (_, minute) => begin + minute * 60_000).filter((at) => {
    const found = calendar.next(schedule(expr, tz), at) ?? 0;
    const sound = found > at && found >= last && (expr !== '* * * * *' || found === at + 60_000);
    last = found;
    return !sound;
  });
}

/** What we answer, and what is expected. */
function answers(given: CronCase): Answers {
  switch (given.kind) {
    case 'error':
      return { ours: refused(given), theirs: true };
    case 'never':
      return { ours: next(given, 1), theirs: [] };
    case 'next':
      return { ours: next(given, given.expected.length), theirs: given.expected };
    case 'match': {
      const [at] = given.not_expected ?? given.expected;
      const due = next(given, 1)[0] === at;
      return {
        ours: { due, refused: refused(given) },
        theirs: { due: given.not_expected === undefined, refused: false },
      };
    }
    case 'previous':
      return { ours: previous(given), theirs: given.expected };
    case 'property':
      return { ours: unsound(given), theirs: [] };
    case 'union': {
      const schedules = given.exprs.map((expr) => schedule(expr, given.tz));
      const search = { from: new Date(given.from), count: given.expected.length };
      const { slots } = comingSlots(schedules, search);
      return { ours: slots.map(({ instant }) => instant), theirs: given.expected };
    }
    case 'downtime':
      return downtimeAnswers(given);
    case 'replay_from':
      return replayAnswers(given);
    case 'overlap':
      return overlapAnswers(given);
  }
}

const different = (given: CronCase): boolean => given.id in deliberateDifferences;

test.each(cases.filter((given) => !different(given)))('$id: $kind of "$expr" in $tz', (given) => {
  const { ours, theirs } = answers(given);
  expect(ours).toEqual(theirs);
});

test.each(cases.filter(different))('$id is answered otherwise on purpose', (given) => {
  const { ours, theirs } = answers(given);
  expect(ours).not.toEqual(theirs);
});

test('all of the cases are there, and few are listed as different', () => {
  expect(cases).toHaveLength(255);
  const ids = cases.map(({ id }) => id);
  expect(Object.keys(deliberateDifferences).filter((id) => !ids.includes(id))).toEqual([]);
  expect(Object.keys(deliberateDifferences).length).toBeLessThanOrEqual(28);
});
