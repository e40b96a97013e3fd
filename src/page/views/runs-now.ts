import type { ListedSlot } from '../../scheduler/list-slots.ts';
/** What a routine is at right now. It stands in the part of the page that is live, so it goes when the run has ended. */
import { shortIdOf } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import { html, nothing, type Html } from '../html.ts';
import { runLink } from '../links.ts';
import { ago } from '../parts/times.ts';

interface Now {
  /** Newest first. */
  readonly runs: readonly RunView[];
  readonly slots: readonly ListedSlot[];
  readonly now: Date;
}

export function runsNow({ runs, slots, now }: Now): Html {
  const going = runs.filter(({ state }) => state !== 'ended');
  if (going.length > 0)
    return html`${going.slice(0, 5).map(
      ({ id, state, startedAt }) =>
        html`<p class="notice" role="status">
          <a href="${runLink(id)}">Run ${shortIdOf(id)}</a> is ${state}${
            startedAt !== null && html`, started ${ago(startedAt, now)}`
          }.
        </p>`,
    )}`;
  const ids = new Set<string>(runs.map(({ id }) => id));
  const isComing = slots.some(
    ({ state, trigger, runId, scheduledFor }) =>
      state === 'queued' ||
      (state === 'due' && trigger === 'manual') ||
      (state === 'started' && !ids.has(runId ?? '') && isRecent(scheduledFor, now)),
  );
  return isComing
    ? html`<p class="notice" role="status">A run is queued. It starts as soon as there is a place.</p>`
    : nothing;
}

/** A slot that was started has its run in a moment; of an older one the run is not among the newest any more. */
function isRecent(at: string, now: Date): boolean {
  return now.getTime() - Date.parse(at) < 60_000;
}
