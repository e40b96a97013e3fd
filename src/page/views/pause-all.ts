/** All routines at once: paused, resumed, and a pause of several taken back. */
import { pausesByPeople, pausesMadeWith } from '../../inbox/decisions/list-done.ts';
import { snoozeEnd } from '../../inbox/decisions/snooze.ts';
import { untilWords } from '../../scheduler/format-schedule.ts';
import type { RoutineListing } from '../../scheduler/list-routines.ts';
import { pauseRoutines, resumeRoutines, undoPauses } from '../../scheduler/pause-routines.ts';
import type { Pause } from '../../words/scheduled-routine.ts';
import { plural } from '../../words/text.ts';
import type { Acted, ActionCall, PageCall } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { pauseChoice } from '../parts/until-choice.ts';

const IN_PLACE = 'act in-place';

export async function allButtons(
  call: PageCall,
  listings: readonly RoutineListing[],
): Promise<Html> {
  const paused = listings.filter(({ routine }) => routine.paused).length;
  const starting = listings.some(
    ({ routine: { active, enabled, paused: isPaused } }) => active && enabled && !isPaused,
  );
  return html`${await undoButton(call)}${
    paused > 0 &&
    postButton(call, {
      action: '/routines/resume',
      label: 'Resume all',
      className: IN_PLACE,
      confirm: `Resume ${plural(paused, 'routine')}?`,
    })
  }${
    starting &&
    postForm(call, {
      action: '/routines/pause',
      className: IN_PLACE,
      body: pauseChoice(submitButton({ label: 'Pause all' })),
    })
  }`;
}

/** Of the newest pauses of this person, where they were made at once. */
async function undoButton(call: PageCall): Promise<Html> {
  const own = (await pausesByPeople(call.workspace)).filter(({ by }) => by === call.by);
  const [newest] = own.toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const count = newest === undefined ? 0 : pausesMadeWith(newest, own).length;
  if (newest === undefined || count < 2) return nothing;
  return undoPauseButton(call, newest, `Undo: paused ${plural(count, 'routine')}`);
}

export function undoPauseButton(
  call: PageCall,
  { at, by }: Pick<Pause, 'at' | 'by'>,
  label: string,
): Html {
  return postButton(call, {
    action: '/routines/undo-pause',
    label,
    fields: { at, by },
    className: IN_PLACE,
  });
}

export async function pauseAll({ workspace, form }: ActionCall): Promise<Acted> {
  const typed = form.text('until');
  const until = typed === '' ? null : snoozeEnd(typed, workspace.clock.now());
  const all = await pauseRoutines(workspace, { ids: null, reason: '', until });
  const paused = all.filter(({ outcome }) => outcome === 'paused').length;
  if (paused === 0) return { to: null, notice: 'There is nothing to pause.', tone: 'warning' };
  return {
    to: null,
    notice: `Paused ${plural(paused, 'routine')}${untilWords(until)}: nothing starts by itself.`,
  };
}

export async function resumeAll({ workspace }: ActionCall): Promise<Acted> {
  const resumed = await resumeRoutines(workspace, null);
  if (resumed.length === 0) return { to: null, notice: 'Nothing is paused.', tone: 'warning' };
  return { to: null, notice: `Resumed ${plural(resumed.length, 'routine')}.` };
}

/** All that were made at that moment by that person; the ones before come back. */
export async function undoPausesHere({ workspace, form }: ActionCall): Promise<Acted> {
  const made = { at: form.need('at'), by: form.need('by') };
  const pauses = pausesMadeWith(made, await pausesByPeople(workspace));
  if (pauses.length === 0) return { to: null, notice: 'It was undone already.', tone: 'warning' };
  const { stay } = await undoPauses(workspace, pauses);
  const before = stay.length === 0 ? '' : `; ${stay.length} paused as before`;
  return { to: null, notice: `Undone: paused ${plural(pauses.length, 'routine')}${before}.` };
}
