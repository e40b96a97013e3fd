/** What the plan of a tick makes of a case that is about policy: downtime, overlap, and from where slots are made up for. */
import { sharedCalendar } from '../../src/scheduler/calendar.ts';
import type { Decision, Plan } from '../../src/scheduler/contract.ts';
import { planTick } from '../../src/scheduler/plan/plan-tick.ts';
import { OVERLAPS, type Overlap } from '../../src/words/policy.ts';
import { isFinal } from '../../src/words/slot.ts';
import {
  cron,
  liveRun,
  openSlot,
  pausedBy,
  planned,
  requestFor,
  scheduled,
  type Situation,
} from '../kit/plan.ts';
import type { CaseOf } from './cron-case.ts';

export interface Answers {
  readonly ours: unknown;
  readonly theirs: unknown;
}

const NO_DEADLINE_MS = 400 * 86_400_000;

export function downtimeAnswers(given: CaseOf<'downtime'>): Answers {
  const routine = scheduled('sweep', {
    triggers: (given.exprs ?? [given.expr]).map((expr) => cron(expr, given.tz)),
    policy: {
      overlap: 'allow-all',
      misfire: given.policy === 'once' ? 'run-once' : 'run-all',
      startingDeadlineMs: deadlineOf(given.catchup_window_s),
    },
  });
  const pause = given.paused === true ? pausedBy(routine, 'ada') : null;
  const plan = planOf({
    now: given.now,
    plannedTo: given.from,
    routines: [planned(routine, given.from, { pause })],
    limits: { maxRunning: 10_000, cap: given.limit ?? 1000 },
  });
  const starts = startsOf(plan);
  const missed = plan.decisions.filter((one) => stateOf(one)?.kind === 'missed').length;
  const overCap = plan.decisions.some((one) => causeOf(one) === 'over-cap');
  if (given.too_many === true) return { ours: { overCap }, theirs: { overCap: true } };
  if (given.expected_last !== undefined) {
    return {
      ours: { tooMany: starts.length > (given.expected_count_max ?? 0), last: starts.at(-1) },
      theirs: { tooMany: false, last: given.expected_last },
    };
  }
  return {
    ours: { starts, missed },
    theirs: { starts: given.expected, missed: given.missed_counted ?? missed },
  };
}

/** With a slot each minute: the first that is made up for comes a minute later. */
export function replayAnswers(given: CaseOf<'replay_from'>): Answers {
  const routine = scheduled('sweep', {
    triggers: [cron('* * * * *', given.tz)],
    policy: {
      overlap: 'allow-all',
      misfire: 'run-all',
      startingDeadlineMs: deadlineOf(given.catchup_window_s),
    },
  });
  const plannedTo = [given.last_tick, given.last_scheduled]
    .filter((at) => at !== null)
    .toSorted()
    .at(-1);
  const plan = planOf({
    now: given.now,
    plannedTo: plannedTo ?? null,
    routines: [planned(routine, '2020-01-01T00:00:00.000Z')],
    limits: { maxRunning: 10_000, cap: 1000 },
  });
  const [first = ''] = startsOf(plan);
  return {
    ours: [new Date(Date.parse(first) - 60_000).toISOString()],
    theirs: given.expected,
  };
}

export function overlapAnswers(given: CaseOf<'overlap'>): Answers {
  const routine = scheduled('sweep', {
    triggers: [],
    policy: { overlap: overlapOf(given.policy) },
  });
  const begin = Date.parse('2026-11-21T07:00:00.000Z');
  const slots = given.due.map((second) =>
    openSlot(routine, `at:${new Date(begin + second * 1000).toISOString()}`),
  );
  const now = new Date(begin + 8000).toISOString();
  const plan = planOf({
    now,
    plannedTo: now,
    routines: [planned(routine, '2026-11-21T06:00:00.000Z')],
    open: slots,
    live: given.running ? [liveRun(routine)] : [],
  });
  const secondOf = (instant: string): number => (Date.parse(instant) - begin) / 1000;
  const start = startsOf(plan).map(secondOf);
  const ended = plan.decisions.flatMap((one) =>
    one.kind === 'move' && isFinal(one.to) ? [secondOf(one.record.slot.scheduledFor)] : [],
  );
  const stops = plan.decisions.flatMap((one) => (one.kind === 'stop' ? [one.how] : []));
  return {
    ours: {
      start,
      keep: given.due.filter((second) => !start.includes(second) && !ended.includes(second)),
      skipped: plan.decisions.filter((one) => stateOf(one)?.kind === 'skipped').length,
      stops,
    },
    theirs: {
      start: given.start,
      keep: given.keep,
      skipped: given.skipped,
      stops: given.act_on_running === undefined ? [] : [given.act_on_running],
    },
  };
}

function planOf(situation: Situation): Plan {
  return planTick({ ...requestFor(situation), calendar: sharedCalendar() });
}

function deadlineOf(seconds: number | undefined): number {
  return seconds === undefined ? NO_DEADLINE_MS : seconds * 1000;
}

function overlapOf(policy: string): Overlap {
  const name = policy.replaceAll('_', '-');
  const found = OVERLAPS.find((overlap) => overlap === name);
  if (found === undefined) throw new TypeError(policy);
  return found;
}

/** ISO 8601, ascending. */
function startsOf({ decisions }: Plan): readonly string[] {
  return decisions
    .flatMap((one) => (one.kind === 'start' ? [one.record.slot.scheduledFor] : []))
    .toSorted((a, b) => Date.parse(a) - Date.parse(b));
}

function stateOf(decision: Decision): { readonly kind: string } | null {
  if (decision.kind === 'record') return decision.record.state;
  return decision.kind === 'move' ? decision.to : null;
}

function causeOf(decision: Decision): string | null {
  const state = stateOf(decision);
  return state !== null && 'cause' in state && typeof state.cause === 'string' ? state.cause : null;
}
