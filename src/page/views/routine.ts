/** One routine: what it is, when it is due, and how it did. */
import { basename } from 'node:path';

import { hostTimezone } from '../../platform/environment.ts';
import { inputRules, readInputs } from '../../routines/inputs.ts';
import { type LoadedRoutine, loadRoutine } from '../../routines/load-routine.ts';
import { nextOfRoutine, type RoutineSlots } from '../../routines/next-slots.ts';
import { loadToRun } from '../../runtime/load-to-run.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { untilWords } from '../../scheduler/format-schedule.ts';
import { listRoutines, type RoutineListing } from '../../scheduler/list-routines.ts';
import { listSlots } from '../../scheduler/list-slots.ts';
import { pauseRoutines, resumeRoutines } from '../../scheduler/pause-routines.ts';
import { queueRun } from '../../scheduler/queue-run.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { isPausedAt } from '../../words/scheduled-routine.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { routineLink, withQuery } from '../links.ts';
import { barChart } from '../parts/bar-chart.ts';
import { calendar } from '../parts/calendar.ts';
import { runColumns } from '../parts/format-run.ts';
import { card, empty, facts, fold, heading, section, table } from '../parts/pieces.ts';
import { dueWords, ago, localAt } from '../parts/times.ts';
import { stateOf } from './routines.ts';
import { runsNow } from './runs-now.ts';

// How a routine did lately.

interface RoutineFigures {
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Of those, the ones that ended and were not skipped, and of these the ones that went well. */
  readonly ended: number;
  readonly succeeded: number;
}

const NEWEST = 60;

async function routineFigures(
  { runs }: Pick<Workspace, 'runs'>,
  routine: RoutineId,
): Promise<RoutineFigures> {
  const { views } = await runs.listViews({ routine, limit: NEWEST });
  const ended = views.filter(({ state, skipped }) => state === 'ended' && skipped === null);
  return { runs: views, ended: ended.length, succeeded: ended.filter(wentWell).length };
}

// A run by hand from the page: it waits for its turn like any other.

/** With the definition of the working tree, as `run` takes it. Throws like `loadRoutine`; `usage` where inputs have to be given. */
async function queueByHand(workspace: Workspace, id: RoutineId): Promise<SlotRecord> {
  const loaded = await loadToRun(workspace, { id, overrides: [] });
  const inputs = readInputs(inputRules(loaded.routine.triggers), []);
  const record = await queueRun({ workspace, ...loaded, inputs, handover: null });
  await pokeDaemon(workspace);
  return record;
}

const DAYS = 91;
const DAY_MS = 86_400_000;

export async function showRoutine(call: PageCall): Promise<ShownPage> {
  const { workspace, now } = call;
  const id = routineOf(call);
  const { listings } = await listRoutines(workspace);
  const listing = listings.find(({ routine }) => routine.id === id);
  if (listing === undefined) return showGone(workspace, id);
  const since = new Date(now.getTime() - DAYS * DAY_MS).toISOString();
  const [next, { slots }, figures, definition] = await Promise.all([
    nextOfRoutine(workspace, { id, from: now, count: 5 }).catch(() => null),
    listSlots(workspace, { routine: id, since, states: [], limit: 2_000 }),
    routineFigures(workspace, id),
    loadRoutine(workspace, { id, overrides: [] }).catch((thrown: unknown) => asAppError(thrown)),
  ]);
  const { routine } = listing;
  const loaded = definition instanceof AppError ? null : definition;
  const due = slots.map(({ slot }) => slot);
  return {
    kind: 'page',
    section: 'routines',
    title: id,
    body: html`${heading({
      title: id,
      about: loaded?.routine.intent ?? (routine.name === id ? null : routine.name),
      actions: actions(call, id, listing),
    })}<div id="routine-now" data-fresh>${runsNow({ runs: figures.runs, slots: due, now })}${facts([
      ['State', stateOf(listing)],
      ['Paused', pauseWords(listing, now)],
      ['Due', dueWords(routine.triggers)],
      ['Engine', loaded?.routine.agent.engine ?? null],
      ['Owner', loaded?.routine.owner ?? null],
      ['Problems', definition instanceof AppError ? oneLine(definition.message, 500) : null],
    ])}
      <div class="cards plots">
        ${card({
          title: 'History',
          aside: historyWords(figures),
          className: 'span-4',
          body: figuresOf(figures),
        })}${card({
          title: 'Slots',
          aside: `${DAYS} days`,
          className: 'span-4',
          body: calendar({ slots: due, now, days: DAYS, timezone: hostTimezone() }),
        })}${card({
          title: 'Next',
          className: 'span-4',
          body: nextOf(next, now),
        })}
      </div>
      ${section({ title: 'Runs', body: newestRuns(figures, { id, now }) })}</div>${acceptanceOf(id)}${
        loaded !== null && definitionOf(loaded)
      }`,
  };
}

function pauseWords({ routine: { pause } }: RoutineListing, now: Date): Html | null {
  if (pause === null) return null;
  return html`by ${pause.by}, ${ago(pause.at, now)}${untilWords(pause.until)}${pause.reason !== '' && html`: ${pause.reason}`}`;
}

function nextOf(next: RoutineSlots | null, now: Date): Html {
  const pause = next?.pause ?? null;
  const slots = (next?.slots ?? []).filter(
    ({ instant }) => pause === null || !isPausedAt(pause, instant),
  );
  return slots.length === 0
    ? empty(pause === null ? 'No slot is scheduled.' : 'It is paused: no slot starts it.')
    : html`<ol class="brief-rows">
        ${slots.map(
          ({ instant }) =>
            html`<li>${localAt(instant)} <span class="quiet">${ago(instant, now)}</span></li>`,
        )}
      </ol>`;
}

function newestRuns(
  { runs }: RoutineFigures,
  { id, now }: { readonly id: RoutineId; readonly now: Date },
): Html {
  if (runs.length === 0) return empty('It never ran.');
  const all = withQuery('/runs', { routine: id });
  return html`${table('Newest runs', runColumns(now, { routine: false }), runs.slice(0, 10))}
    <p class="more"><a href="${all}">All its runs</a></p>`;
}

function definitionOf({ definition, routine }: LoadedRoutine): Html {
  const about = html`<code>routines/${basename(definition.path)}</code> in the working tree, with all
    defaults`;
  const text = JSON.stringify(routine, null, 2);
  return section({
    title: 'Definition',
    body: fold(about, html`<pre tabindex="0"><code>${text}</code></pre>`),
  });
}

function historyWords({ succeeded, ended }: RoutineFigures): string | null {
  return ended === 0 ? null : `${succeeded} of ${ended} succeeded`;
}

function figuresOf({ runs, ended }: RoutineFigures): Html {
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

/** All its runs are gone through for that: it comes when it is looked at. */
function acceptanceOf(id: RoutineId): Html {
  const at = `${routineLink(id)}/acceptance`;
  return section({
    title: 'Acceptance rate',
    body: html`<div data-load="${at}"><a href="${at}">Show</a></div>`,
  });
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

function actions(call: PageCall, id: RoutineId, { routine }: RoutineListing): Html {
  const { paused, local } = routine;
  const enable =
    local !== null &&
    call.may(`${routineLink(id)}/enable`) &&
    html`<a class="button" href="${routineLink(id)}/enable">Enable…</a>`;
  const edit =
    call.may(`${routineLink(id)}/edit`) &&
    html`<a class="button" href="${routineLink(id)}/edit">Edit…</a>`;
  const run = postButton(call, {
    action: `${routineLink(id)}/run`,
    label: 'Run now',
    tone: 'primary',
  });
  const rest = paused
    ? postButton(call, { action: `${routineLink(id)}/resume`, label: 'Resume' })
    : postForm(call, {
        action: `${routineLink(id)}/pause`,
        className: 'act inline-form',
        body: html`<label class="unseen" for="pause-reason">Why</label
          ><input
            id="pause-reason"
            name="reason"
            placeholder="Reason (optional)"
            maxlength="200"
          />${submitButton({ label: 'Pause' })}`,
      });
  return html`${run}${enable}${edit}${rest}`;
}

export async function runRoutine(call: ActionCall): Promise<Acted> {
  const id = routineOf(call);
  await queueByHand(call.workspace, id);
  return { to: routineLink(id), notice: `A run of ${id} is queued.`, isShownThere: true };
}

export async function pauseRoutine(call: ActionCall): Promise<Acted> {
  const id = routineOf(call);
  await pauseRoutines(call.workspace, {
    ids: [id],
    reason: oneLine(call.form.text('reason'), 200),
    until: null,
  });
  return { to: null, notice: `${id} is paused: nothing of it starts by itself.` };
}

export async function resumeRoutine(call: ActionCall): Promise<Acted> {
  const id = routineOf(call);
  await resumeRoutines(call.workspace, [id]);
  return { to: null, notice: `${id} continues.` };
}

/** Its runs are still there. Throws `not-found` for one that never ran. */
async function showGone({ runs }: Pick<Workspace, 'runs'>, id: RoutineId): Promise<ShownPage> {
  const { views } = await runs.listViews({ routine: id, limit: 1 });
  if (views.length === 0) throw unknown(id);
  return {
    kind: 'page',
    section: 'routines',
    title: id,
    body: html`${heading({ title: id, about: 'Its file is gone. What it did is kept.' })}
      <p><a href="/runs?routine=${id}">Its runs</a> · <a href="/findings?routine=${id}">its findings</a></p>`,
  };
}

function routineOf({ params }: PageCall): RoutineId {
  const id = params['id'] ?? '';
  if (isRoutineId(id)) return id;
  throw unknown(id);
}

function unknown(id: string): AppError {
  return new AppError('not-found', {
    code: 'routine-unknown',
    message: `there is no routine "${oneLine(id, 80)}"`,
    hint: 'All of them are under Routines.',
  });
}
