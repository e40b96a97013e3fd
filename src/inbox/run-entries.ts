/** Runs that need a person as entries of the inbox. Pure. */
import { untilWords } from '../scheduler/format-schedule.ts';
import { shortIdOf, type RoutineId, type RunId } from '../words/ids.ts';
import { failureSentence, resultWords, wentWell } from '../words/run-outcome.ts';
import type { RunQuestion } from '../words/run-question.ts';
import type { RunView } from '../words/run.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import { oneLine, plural } from '../words/text.ts';
import type { InboxEntry } from './inbox-entry.ts';

const MAX_TITLE = 160;

export interface AskedQuestion {
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly question: RunQuestion;
  readonly since: string;
  readonly until: string | null;
}

export function entryOfQuestion(asked: AskedQuestion): InboxEntry {
  const { run, routine, question, since, until } = asked;
  const hangs =
    question.why === undefined || question.why === '' ? '' : `: ${oneLine(question.why, 200)}`;
  return {
    id: `question:${run}`,
    kind: 'question',
    urgency: 'now',
    title: oneLine(question.question, MAX_TITLE),
    why: `a run of ${routine} waits for your answer${hangs}`,
    since,
    until,
    routine,
    links: { run },
    stamp: since,
  };
}

/** One a routine: its newest failure tells of those before it. A routine that went well since is not among them. */
export function entriesOfFailures(
  standings: RunStandings,
  pauses: readonly Pause[],
): readonly InboxEntry[] {
  const paused = new Map<string, Pause>(pauses.map((pause) => [pause.routine, pause]));
  return failingRoutines(standings).map(({ routine, newest, failures }) => {
    const pause = paused.get(routine);
    const log = `Its log says more: roundsman logs ${shortIdOf(newest.run)}`;
    const before = failures > 1 ? [`${plural(failures - 1, 'run')} before it failed too`] : [];
    const stopped = pause === undefined ? [] : [pauseWords(pause)];
    const told = newest.message === '' ? log : oneLine(newest.message, 240);
    return {
      id: `failed-run:${newest.run}`,
      kind: 'failed-run',
      urgency: pause === undefined ? 'soon' : 'now',
      title: `${routine} ${newest.outcome}`,
      why: [told, ...before, ...stopped].join(' · '),
      since: newest.at,
      until: null,
      routine,
      links: { run: newest.run },
      stamp: newest.run,
    };
  });
}

function pauseWords({ by, until, reason }: Pause): string {
  const why = reason === '' ? '' : `: ${oneLine(reason, 120)}`;
  return `paused by ${oneLine(by, 40)}${untilWords(until)}${why}`;
}

/** The newest report of each routine that says something and asks for nothing. */
export function entriesOfReports(standings: RunStandings, since: string): readonly InboxEntry[] {
  return Object.entries(standings.routines).flatMap(([routine, { news }]) =>
    news === null || news.at < since
      ? []
      : [
          {
            id: `report:${news.run}`,
            kind: 'report',
            urgency: 'later',
            title: `New report of ${routine}`,
            why: 'It asks for no decision.',
            since: news.at,
            until: null,
            routine,
            links: { run: news.run },
            stamp: news.run,
          } as const,
        ],
  );
}

// What runs of a workspace come to, folded one by one into something small: who failed since it last went well, whose
// report is news, who has not ended. Pure; the order in which ended runs are folded in does not matter.
export interface RunStandings {
  /** The newest runs that were looked at, newest first; with those older, all that there were. */
  readonly recent: readonly RunId[];
  /** Those that had not ended, or could not be read. */
  readonly open: readonly RunId[];
  /** Ended ones, parts of others not counted. */
  readonly ended: number;
  readonly routines: Readonly<Record<string, RoutineStanding>>;
}

export interface RoutineStanding {
  /** The newest run that went well. */
  readonly lastGood: RunId | null;
  /** The newest failed ones since, newest first, and how many there are. */
  readonly failed: readonly FailedRun[];
  readonly failures: number;
  /** The newest run whose report has something to tell and that left nothing else to decide. */
  readonly news: { readonly run: RunId; readonly at: string } | null;
}

export interface FailedRun {
  readonly run: RunId;
  readonly at: string;
  /** `timed-out`, `failed: no report`. */
  readonly outcome: string;
  /** A sentence or two; empty: nothing more is known. */
  readonly message: string;
}

export const NO_STANDINGS: RunStandings = { recent: [], open: [], ended: 0, routines: {} };
const UNKNOWN: RoutineStanding = { lastGood: null, failed: [], failures: 0, news: null };
/** A routine that fails each hour for a month is told by its newest ones. */
const MOST_FAILED = 10;

/** Of an ended run. Parts are told by the run that leads them; what a person stopped and what was skipped is no news. */
export function withEnded(standings: RunStandings, view: RunView): RunStandings {
  if (view.part !== null) return standings;
  const before = standings.routines[view.routine] ?? UNKNOWN;
  const after = isNeutral(view) ? before : changed(before, view);
  const routines = { ...standings.routines, [view.routine]: after };
  return { ...standings, ended: standings.ended + 1, routines };
}

/** Newest failure first. */
function failingRoutines(
  standings: RunStandings,
): readonly (RoutineStanding & { readonly routine: string; readonly newest: FailedRun })[] {
  return Object.entries(standings.routines).flatMap(([routine, standing]) => {
    const [newest] = standing.failed;
    return newest === undefined ? [] : [{ ...standing, routine, newest }];
  });
}

function isNeutral({ skipped, result }: RunView): boolean {
  return skipped !== null || result?.execution === 'cancelled';
}

function changed(before: RoutineStanding, view: RunView): RoutineStanding {
  if (!wentWell(view)) return withFailure(before, view);
  const isNewest = before.lastGood === null || view.id > before.lastGood;
  const lastGood = isNewest ? view.id : before.lastGood;
  const failed = before.failed.filter(({ run }) => lastGood === null || run > lastGood);
  const failures = failed.length < before.failed.length ? failed.length : before.failures;
  return { lastGood, failed, failures, news: newerNews(before.news, view) };
}

function withFailure(before: RoutineStanding, view: RunView): RoutineStanding {
  if (before.lastGood !== null && view.id < before.lastGood) return before;
  const one: FailedRun = {
    run: view.id,
    at: view.endedAt ?? view.startedAt ?? '',
    outcome: resultWords(view),
    message: failureSentence(view),
  };
  const failed = [...before.failed, one].toSorted((a, b) => (a.run < b.run ? 1 : -1));
  return { ...before, failed: failed.slice(0, MOST_FAILED), failures: before.failures + 1 };
}

function newerNews(before: RoutineStanding['news'], view: RunView): RoutineStanding['news'] {
  const { id, quiet, branch, result, findings, endedAt } = view;
  const isDecidedElsewhere =
    branch !== null || result?.proposals === 'held' || findings.new + findings.regressed > 0;
  if (quiet || isDecidedElsewhere || endedAt === null) return before;
  if (before !== null && before.run > id) return before;
  return { run: id, at: endedAt };
}
