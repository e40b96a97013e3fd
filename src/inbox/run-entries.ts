/** Runs that need a person as entries of the inbox. Pure. */
import { untilWords } from '../scheduler/pause-view.ts';
import { shortIdOf, type RoutineId, type RunId } from '../words/ids.ts';
import type { RunQuestion } from '../words/run-question.ts';
import type { Pause } from '../words/scheduled-routine.ts';
import { oneLine, plural } from '../words/text.ts';
import type { InboxEntry } from './inbox-entry.ts';
import { failingRoutines, type RunStandings } from './run-standings.ts';

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
