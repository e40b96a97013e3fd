/** The last and the next 24 hours, one lane a routine. Each mark leads to its run; its word says what its colour says. */
import { hostTimezone } from '../../platform/environment.ts';
import { readActiveRoutines } from '../../routines/active-routines.ts';
import { sharedCalendar } from '../../scheduler/calendar.ts';
import { startsAfter } from '../../scheduler/format-schedule.ts';
import { localClock } from '../../words/local-time.ts';
import { hasFailed, wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { html, type Html } from '../html.ts';
import { routineLink, runLink } from '../links.ts';
import { runWord } from '../parts/format-run.ts';

const MOST_LANES = 24;
const LANE_HEIGHT = 24;
/** In percent of the lane, so that a run of a second is seen. */
const LEAST_WIDTH = 0.7;

export function timeline({ lanes, isCut }: Night, now: Date): Html {
  const shown = lanes.slice(0, MOST_LANES);
  return html`<div class="lanes">
      ${shown.map((lane) => laneRow(lane, now))}<span></span>${hours(now)}
    </div>
    ${
      (lanes.length > shown.length || isCut) &&
      html`<p class="quiet">
        ${lanes.length > shown.length && html`${plural(lanes.length - shown.length, 'more routine')}. `}${
          isCut && 'Only the newest runs are shown. '
        }<a href="/routines">All routines</a> · <a href="/runs">All runs</a>
      </p>`
    }
    <p class="lane-legend legend quiet">
      ${LEGEND.map(([tone, sign, words]) => html`<span><span class="key ${tone}">${sign}</span> ${words}</span>`)}
    </p>`;
}

const LEGEND = [
  ['good', '✓', 'succeeded'],
  ['bad', '!', 'failed'],
  ['quiet-run', '·', 'skipped or cancelled'],
  ['busy', '›', 'running'],
  ['missed', '?', 'waiting'],
  ['missed', '–', 'missed'],
  ['ahead', '', 'scheduled'],
] as const;

function laneRow(lane: Lane, now: Date): Html {
  const { routine, runs, missed, ahead } = lane;
  return html`<a class="lane-name" href="${routineLink(routine)}" title="${routine}">${routine}</a
    ><svg class="lane" width="100%" height="${LANE_HEIGHT}" role="group" aria-label="${routine}">
      <rect class="lane-ground" width="100%" height="${LANE_HEIGHT}" rx="5" />
      <line class="lane-now" x1="50%" x2="50%" y1="0" y2="${LANE_HEIGHT}" />
      ${ahead.map((at) => aheadMark(at, now))}${missed.map((at) => missedMark(routine, at, now))}${runs
        .toReversed()
        .map((run) => runMark(run, now))}
    </svg>`;
}

/** A failure is taller, what did not run is lower: seen without colour. */
const HEIGHTS: Readonly<Record<string, Html>> = {
  bad: html`y="1" height="22"`,
  good: html`y="4" height="16"`,
  busy: html`y="4" height="16"`,
  missed: html`y="4" height="16"`,
  'quiet-run': html`y="8" height="8"`,
};

function runMark(run: RunView, now: Date): Html {
  const start = Date.parse(run.startedAt ?? run.slot.scheduledFor);
  const end = run.endedAt === null ? now.getTime() : Date.parse(run.endedAt);
  const width = Math.max(LEAST_WIDTH, place(end, now) - place(start, now));
  const x = Math.min(place(start, now), place(end, now) - width);
  const [tone, sign] = lookOf(run);
  const words = `${run.routine}, ${clock(start)}: ${runWord(run)}`;
  return html`<a href="${runLink(run.id)}" aria-label="${words}" class="mark ${tone}"
    ><rect x="${percent(x)}" ${HEIGHTS[tone]} width="${percent(width)}" rx="3"
      ><title>${words}</title></rect
    >${
      width >= 1.4 &&
      html`<text x="${percent(x + width / 2)}" y="16.5" text-anchor="middle">${sign}</text>`
    }</a
  >`;
}

function lookOf(run: RunView): readonly [tone: string, sign: string] {
  if (run.state === 'running' || run.state === 'queued') return ['busy', '›'];
  if (run.state !== 'ended') return ['missed', '?'];
  if (hasFailed(run)) return ['bad', '!'];
  if (!wentWell(run)) return ['quiet-run', '×'];
  return run.skipped !== null ? ['quiet-run', '·'] : ['good', '✓'];
}

function missedMark(routine: string, at: number, now: Date): Html {
  const words = `${routine}, ${clock(at)}: missed`;
  return html`<a
    href="${routineLink(routine)}"
    aria-label="${words}"
    class="mark missed"
    ><rect x="${percent(place(at, now))}" y="4" width="${percent(LEAST_WIDTH)}" height="16" rx="3"
      ><title>${words}</title></rect
    ></a
  >`;
}

function aheadMark(at: number, now: Date): Html {
  const x = Math.min(place(at, now), 100 - LEAST_WIDTH);
  return html`<rect
    class="mark ahead"
    x="${percent(x)}"
    y="4"
    width="${percent(LEAST_WIDTH)}"
    height="16"
    rx="3"
    ><title>${clock(at)}: scheduled</title></rect
  >`;
}

const HOUR_MS = 3_600_000;
/** In percent: nearer to now an hour has no room for its label. */
const NEAR_NOW = 8;
const NEAR_NOW_ON_PHONE = 18;

/** Every six hours of the day, and now in the middle. */
function hours(now: Date): Html {
  const first = Math.ceil((now.getTime() - DAY_MS) / (HOUR_MS / 2)) * (HOUR_MS / 2);
  // Some zones are half an hour off.
  const all = Array.from({ length: 96 }, (_, index) => first + (index * HOUR_MS) / 2);
  const full = all.filter((at) => {
    const [hour, minute] = clock(at).split(':');
    const x = place(at, now);
    return minute === '00' && Number(hour) % 6 === 0 && Math.abs(x - 50) > NEAR_NOW && x < 97;
  });
  return html`<svg class="hour-labels" width="100%" height="18" aria-hidden="true">
    ${full.map(
      (at) =>
        html`<text
          x="${percent(place(at, now))}"
          y="13"
          text-anchor="${place(at, now) < 3 ? 'start' : 'middle'}"
          class="${isShownOnPhone(at, now) ? '' : 'not-narrow'}"
        >
          ${clock(at)}
        </text>`,
    )}
    <text x="50%" y="13" text-anchor="middle" class="hour-now">now</text>
  </svg>`;
}

function isShownOnPhone(at: number, now: Date): boolean {
  const isFar = Math.abs(place(at, now) - 50) > NEAR_NOW_ON_PHONE;
  return isFar && Number(clock(at).slice(0, 2)) % 12 === 0;
}

/** From 24 hours ago (0) to 24 hours ahead (100). */
function place(at: number, now: Date): number {
  const share = (at - (now.getTime() - DAY_MS)) / (2 * DAY_MS);
  return Math.min(100, Math.max(0, share * 100));
}

function percent(value: number): string {
  return `${Math.round(value * 100) / 100}%`;
}

/** `02:00`, local. */
function clock(at: number): string {
  return localClock(new Date(at).toISOString(), hostTimezone());
}

// What ran in the last 24 hours, what was missed, and what comes in the next 24.
const DAY_MS = 86_400_000;

interface Lane {
  readonly routine: string;
  /** Newest first. */
  readonly runs: readonly RunView[];
  /** Instants in ms of slots that did not start. */
  readonly missed: readonly number[];
  /** Instants in ms. */
  readonly ahead: readonly number[];
}

export interface Night {
  /** By name; those with nothing to show are left out. */
  readonly lanes: readonly Lane[];
  /** Routines that are defined, whether or not they are in a lane. */
  readonly routines: number;
  /** Those that only stand in the working tree: nothing starts them. */
  readonly notActive: readonly string[];
  /** More ran than are shown. */
  readonly isCut: boolean;
}

const MOST_RUNS = 400;
/** Of one routine: one that is due each minute fills its lane anyway. */
const MOST_AHEAD = 48;
const MOST_MISSED = 48;
const calendar = sharedCalendar();

export async function readNight(workspace: Workspace, now: Date): Promise<Night> {
  const since = now.getTime() - DAY_MS;
  const from = new Date(since).toISOString();
  const [runs, slots, active, paused] = await Promise.all([
    runsSince(workspace, from),
    workspace.slots.list({ from, to: now.toISOString(), states: ['missed'] }),
    readActiveRoutines(workspace).catch(() => null),
    workspace.pauses.list(now.toISOString()),
  ]);
  const pauseOf = new Map<string, Pause>(paused.map((pause) => [pause.routine, pause]));
  const routines = active?.routines ?? [];
  const names = new Set<string>([
    ...routines.map(({ id }) => id),
    ...runs.views.map(({ routine }) => routine),
    ...slots.records.map(({ routine }) => routine),
  ]);
  const lanes = [...names].toSorted().map((routine): Lane => {
    const own = routines.find(({ id }) => id === routine);
    const from = startsAfter(pauseOf.get(routine), now);
    const ahead = (own?.enabled === true ? own.triggers : []).flatMap((trigger) =>
      trigger.kind === 'schedule' && from !== null
        ? calendar.between(trigger, {
            from,
            to: now.getTime() + DAY_MS,
            keep: MOST_AHEAD,
          }).instants
        : [],
    );
    return {
      routine,
      runs: runs.views.filter((run) => run.routine === routine),
      missed: slots.records
        .filter((slot) => slot.routine === routine)
        .slice(0, MOST_MISSED)
        .map(({ slot }) => Date.parse(slot.scheduledFor)),
      ahead: [...new Set(ahead)].toSorted((a, b) => a - b),
    };
  });
  return {
    lanes: lanes.filter((lane) => lane.runs.length + lane.missed.length + lane.ahead.length > 0),
    routines: routines.length,
    notActive: (active?.local ?? []).flatMap(({ id, kind, isBroken }) =>
      kind === 'new' && !isBroken ? [id] : [],
    ),
    isCut: runs.isCut,
  };
}

/** Newest first. */
async function runsSince(
  { runs }: Workspace,
  from: string,
): Promise<{ readonly views: readonly RunView[]; readonly isCut: boolean }> {
  const { views } = await runs.listViews({
    limit: MOST_RUNS,
    only: ({ endedAt }) => endedAt === null || endedAt >= from,
  });
  return { views, isCut: views.length === MOST_RUNS };
}
