/** One routine: what it is, when it is due, and how it did. */
import { snoozeEnd } from '../../inbox/decisions/snooze.ts';
import { hostTimezone } from '../../platform/environment.ts';
import { inputRules, readInputs } from '../../routines/inputs.ts';
import { type LoadedRoutine, loadRoutine } from '../../routines/load-routine.ts';
import { comingSlots, schedulesOf } from '../../routines/next-slots.ts';
import { resolveRoutine } from '../../routines/resolve-routine.ts';
import { loadToRun } from '../../runtime/load-to-run.ts';
import { pokeDaemon } from '../../scheduler/ask-daemon.ts';
import { untilWords } from '../../scheduler/format-schedule.ts';
import { listRoutines, type RoutineListing } from '../../scheduler/list-routines.ts';
import { listSlots } from '../../scheduler/list-slots.ts';
import { pauseRoutines, resumeRoutines } from '../../scheduler/pause-routines.ts';
import { queueRun } from '../../scheduler/queue-run.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { isRoutineId, type RoutineId } from '../../words/ids.ts';
import type { SlotRecord } from '../../words/slot.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { Acted, ActionCall, PageCall, ShownPage } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { routineLink } from '../links.ts';
import { calendar } from '../parts/calendar.ts';
import { card, empty, facts, fold, heading, section } from '../parts/pieces.ts';
import { dueWords, ago, localAt } from '../parts/times.ts';
import { pauseChoice } from '../parts/until-choice.ts';
import { figuresOf, historyWords, newestRuns, routineFigures } from './routine-figures.ts';
import { stateOf } from './routines.ts';
import { runsNow } from './runs-now.ts';

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
  const [{ slots }, figures, definition, text] = await Promise.all([
    listSlots(workspace, { routine: id, since, states: [], limit: 2_000 }),
    routineFigures(workspace, id),
    loadRoutine(workspace, { id, overrides: [] }).catch((thrown: unknown) => asAppError(thrown)),
    resolveRoutine(workspace, id).then(
      (resolved) => resolved.text,
      () => null,
    ),
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
      actions: actions(call, listing, loaded),
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
          title: 'Results',
          aside: `${DAYS} days`,
          className: 'span-4',
          body: calendar({ slots: due, now, days: DAYS, timezone: hostTimezone() }),
        })}${card({
          title: 'Next',
          className: 'span-4',
          body: nextOf(call, listing, loaded),
        })}
      </div>
      ${section({ title: 'Runs', body: newestRuns(figures, { id, now }) })}</div>${acceptanceOf(id)}${
        text !== null && definitionOf(text)
      }`,
  };
}

function pauseWords({ routine: { pause } }: RoutineListing, now: Date): Html | null {
  if (pause === null) return null;
  return html`by ${pause.by}, ${ago(pause.at, now)}${untilWords(pause.until)}${pause.reason !== '' && html`: ${pause.reason}`}`;
}

const COMING = 5;

/** Only what starts: the active version counts, and a pause holds its slots back. */
function nextOf(call: PageCall, listing: RoutineListing, loaded: LoadedRoutine | null): Html {
  const { now } = call;
  const { id, active, enabled, triggers, pause } = listing.routine;
  if (active) {
    if (pause !== null && pause.until === null) return empty('It is paused: no slot starts it.');
    // A slot at the end of a pause starts.
    const until = pause?.until ?? null;
    const from = until === null ? now : new Date(Date.parse(until) - 1);
    const { slots } = comingSlots(schedulesOf(triggers), { from, count: COMING });
    return slots.length === 0
      ? empty('No slot is scheduled.')
      : html`<ol class="brief-rows">
          ${slots.map(
            ({ instant }) =>
              html`<li>${localAt(instant)} <span class="quiet">${ago(instant, now)}</span></li>`,
          )}
        </ol>`;
  }
  if (mayEnable(call, listing, loaded))
    return empty(
      'It is not active: no schedule starts it.',
      html`<a href="${routineLink(id)}/enable">Enable it</a>, or commit its file to the default
        branch.`,
    );
  if (enabled) return empty('It is not active: no schedule starts it.');
  const edit = `${routineLink(id)}/edit`;
  const definition = call.may(edit) ? html`<a href="${edit}">definition</a>` : 'definition';
  return empty(
    'It is disabled: it only starts by hand.',
    html`To start it on its schedule, set <code>enabled: true</code> in its ${definition}.`,
  );
}

/** The file of the working tree is sound, starts by itself, and is not what is active. */
function mayEnable(
  { may }: PageCall,
  { routine: { id, local } }: RoutineListing,
  loaded: LoadedRoutine | null,
): boolean {
  const differs = local === 'new' || local === 'changed';
  return differs && loaded?.routine.enabled === true && may(`${routineLink(id)}/enable`);
}

function definitionOf(text: string): Html {
  return section({
    title: 'Definition',
    body: fold(
      'In the working tree, with every default and where each value comes from',
      html`<pre tabindex="0"><code>${text}</code></pre>`,
    ),
  });
}

/** All its runs are gone through for that: it comes when it is looked at. */
function acceptanceOf(id: RoutineId): Html {
  const at = `${routineLink(id)}/acceptance`;
  return section({
    title: 'Acceptance rate',
    body: html`<div data-load="${at}"><a href="${at}">Show</a></div>`,
  });
}

function actions(call: PageCall, listing: RoutineListing, loaded: LoadedRoutine | null): Html {
  const { id, active, paused } = listing.routine;
  const enable =
    mayEnable(call, listing, loaded) &&
    html`<a class="button" href="${routineLink(id)}/enable">Enable…</a>`;
  const edit =
    call.may(`${routineLink(id)}/edit`) &&
    html`<a class="button" href="${routineLink(id)}/edit">Edit…</a>`;
  const run = postButton(call, {
    action: `${routineLink(id)}/run`,
    label: 'Run now',
    tone: 'primary',
  });
  const pause = paused
    ? postButton(call, { action: `${routineLink(id)}/resume`, label: 'Resume' })
    : active && pauseForm(call, id);
  return html`${run}${enable}${edit}${pause}`;
}

function pauseForm(call: PageCall, id: string): Html {
  return postForm(call, {
    action: `${routineLink(id)}/pause`,
    className: 'act inline-form',
    body: html`<label class="unseen" for="pause-reason">Reason for the pause, optional</label
      ><input
        id="pause-reason"
        name="reason"
        placeholder="Reason (optional)"
        maxlength="200"
      />${pauseChoice(submitButton({ label: 'Pause' }))}`,
  });
}

export async function runRoutine(call: ActionCall): Promise<Acted> {
  const id = routineOf(call);
  await queueByHand(call.workspace, id);
  return { to: routineLink(id), notice: `A run of ${id} is queued.`, isShownThere: true };
}

export async function pauseRoutine(call: ActionCall): Promise<Acted> {
  const id = routineOf(call);
  const { form, workspace } = call;
  const until = form.text('until');
  const [paused] = await pauseRoutines(workspace, {
    ids: [id],
    reason: oneLine(form.text('reason'), 200),
    until: until === '' ? null : snoozeEnd(until, workspace.clock.now()),
  });
  const end = untilWords(paused?.pause.until);
  return { to: null, notice: `${id} is paused${end}: nothing of it starts by itself.` };
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
