/** What ran, newest first. */
import { hostTimezone } from '../../platform/environment.ts';
import { firstIdAt } from '../../platform/ids.ts';
import { forAll } from '../../platform/many-files.ts';
import { isRoutineId, isRunId, type RoutineId } from '../../words/ids.ts';
import { addDays, startOfLocalDay } from '../../words/local-time.ts';
import { hasFailed } from '../../words/run-outcome.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import { TRIGGER_KINDS, type TriggerKind } from '../../words/slot.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { withQuery } from '../links.ts';
import { runColumns } from '../parts/format-run.ts';
import { empty, filters, heading, more, table, troubles } from '../parts/pieces.ts';

// Runs, a page at a time: quick however many there are, because no more are opened than are shown.

interface RunsQuestion {
  /** `null`: of all. */
  readonly routine: RoutineId | null;
  /** The id of the last one that was shown; `null`: from the newest on. */
  readonly before: string | null;
  readonly limit: number;
  /** Only runs that failed. */
  readonly failed: boolean;
  /** Only of these; `null`: of all. */
  readonly triggers: readonly TriggerKind[] | null;
  /** Only runs that were admitted before; `null`: whenever. */
  readonly until: Date | null;
}

interface PageOfRuns {
  /** Newest first; parts of others are told by those. */
  readonly runs: readonly RunView[];
  /** What to ask for as `before`; `null`: that was all. */
  readonly next: string | null;
  /** Folders of runs that could not be read, by id. */
  readonly unreadable: readonly string[];
}

/** At most so many are opened in search of those that fit; the next page goes on there. */
const MOST_OPENED = 2_000;

async function pageOfRuns(
  { runs }: Pick<Workspace, 'runs'>,
  { routine, before, limit, failed, triggers, until }: RunsQuestion,
): Promise<PageOfRuns> {
  const start = [before ?? '', until === null ? '' : firstIdAt(until)].filter((one) => one !== '');
  const ids = (await runs.listIds()).filter((id) => start.every((one) => id < one));
  const isWhole = routine === null && !failed && triggers === null;
  const fits = (view: RunView): boolean =>
    view.part === null &&
    (routine === null || view.routine === routine) &&
    (!failed || hasFailed(view)) &&
    (triggers === null || triggers.includes(view.slot.trigger));
  const found: RunView[] = [];
  const unreadable: string[] = [];
  let at = 0;
  while (found.length < limit && at < Math.min(ids.length, MOST_OPENED)) {
    const some = ids.slice(at, at + Math.max(limit - found.length, isWhole ? 1 : 100));
    const opened = await forAll(some, (id) => runs.read(id).catch(() => 'unreadable' as const));
    for (const [index, run] of opened.entries()) {
      if (found.length === limit) break;
      at += 1;
      if (run === 'unreadable') unreadable.push(some[index] ?? '');
      if (run === null || run === 'unreadable') continue;
      const view = toRunView(run);
      if (fits(view)) found.push(view);
    }
  }
  return { runs: found, next: at < ids.length ? (ids[at - 1] ?? null) : null, unreadable };
}

const SHOWN = 50;

const STARTED: Readonly<Record<string, readonly TriggerKind[]>> = {
  schedule: ['schedule'],
  hand: ['manual'],
  event: TRIGGER_KINDS.filter((kind) => kind !== 'schedule' && kind !== 'manual'),
};

export async function showRuns({ workspace, query, now }: PageCall): Promise<ShownPage> {
  const given = (name: string): string => query.get(name) ?? '';
  const asked = given('routine');
  const routine = isRoutineId(asked) ? asked : null;
  const show = given('show') === 'failed' ? 'failed' : null;
  const started = Object.hasOwn(STARTED, given('started')) ? given('started') : null;
  const day = readDay(given('day'));
  const kept = { routine, show, started, day };
  const before = given('before');
  const { runs, next, unreadable } = await pageOfRuns(workspace, {
    routine,
    before: isRunId(before) ? before : null,
    limit: SHOWN,
    failed: show !== null,
    triggers: started === null ? null : (STARTED[started] ?? null),
    until: day === null ? null : startOfLocalDay(addDays(day, 1), hostTimezone()),
  });
  return {
    kind: 'page',
    section: 'runs',
    title: 'Runs',
    body: html`${heading({
      title: 'Runs',
      about: routine !== null && html`of ${routine} · <a href="/runs">of all routines</a>`,
    })}${filterBar(kept)}<div id="runs" data-fresh>${troubles(unreadable)}${
      runs.length === 0
        ? nothingHere(kept, next !== null)
        : table('Runs, newest first', runColumns(now, { routine: routine === null }), runs)
    }${more(next === null ? null : withQuery('/runs', { ...kept, before: next }))}</div>`,
  };
}

/** Each `null` where it is not asked for. */
interface Kept {
  readonly routine: string | null;
  readonly show: string | null;
  readonly started: string | null;
  /** `2026-11-30`. */
  readonly day: string | null;
}

function filterBar({ routine, show, started, day }: Kept): Html {
  return html`<div class="filter-bar">${filters({
    label: 'Show',
    to: '/runs',
    name: 'show',
    chosen: show,
    keep: { routine, started, day },
    choices: [
      { label: 'All', value: null },
      { label: 'Failed', value: 'failed' },
    ],
  })}${filters({
    label: 'Started',
    to: '/runs',
    name: 'started',
    chosen: started,
    keep: { routine, show, day },
    choices: [
      { label: 'Any way', value: null },
      { label: 'By schedule', value: 'schedule' },
      { label: 'By hand', value: 'hand' },
      { label: 'By event', value: 'event' },
    ],
  })}
    <form method="get" action="/runs" class="filters">
      ${Object.entries({ routine, show, started }).map(
        ([name, value]) =>
          value !== null && html`<input type="hidden" name="${name}" value="${value}" />`,
      )}<label for="day" class="quiet">Up to</label>
      <input id="day" name="day" type="date" value="${day ?? ''}" />
      <button class="button" type="submit">Go</button>
    </form>
  </div>`;
}

function nothingHere({ routine, show, started, day }: Kept, isMore: boolean): Html {
  if (isMore) return empty('None among the newest of these.', 'Older ones are a page further.');
  if (show === null && started === null && day === null)
    return empty(
      'Nothing ran yet.',
      html`Start one from its routine: <a href="/routines">Routines</a>`,
    );
  if (show !== null && started === null && day === null) return empty('No run failed.');
  return empty(
    'No such run.',
    html`<a href="${withQuery('/runs', { routine })}">Show all runs</a>`,
  );
}

function readDay(text: string): string | null {
  const time = /^(19[7-9]\d|2\d{3})-\d{2}-\d{2}$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? null : new Date(time).toISOString().slice(0, 10);
}
