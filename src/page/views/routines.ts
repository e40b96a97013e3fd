/** The routines, with their next slot and how the last run went. */
import { untilWords } from '../../scheduler/format-schedule.ts';
import { listRoutines, type RoutineListing } from '../../scheduler/list-routines.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, nothing, type Html } from '../html.ts';
import { routineLink, runLink } from '../links.ts';
import { runTag } from '../parts/format-run.ts';
import { empty, heading, table, tag, troubles } from '../parts/pieces.ts';
import { dueWords, ago } from '../parts/times.ts';
import { waitingRoutines } from '../write/waiting-routines.ts';
import { allButtons } from './pause-all.ts';

export async function showRoutines(call: PageCall): Promise<ShownPage> {
  const { workspace, now, may } = call;
  const { listings, problems, ref } = await listRoutines(workspace);
  return {
    kind: 'page',
    section: 'routines',
    title: 'Routines',
    body: html`<div id="routines" data-fresh>${heading({
      title: 'Routines',
      about: ref === null ? null : html`Definitions on <code>${ref}</code> are active`,
      actions: html`${await allButtons(call, listings)}${
        may('/routines/new') && html`<a class="button primary" href="/routines/new">New routine</a>`
      }`,
    })}${troubles(problems.map(({ message }) => message))}${
      listings.length === 0
        ? empty(
            'There are no routines yet.',
            may('/routines/new') ? html`<a href="/routines/new">Write the first one</a>` : nothing,
          )
        : table<RoutineListing>(
            'Routines',
            [
              { title: 'Routine', cell: nameOf, kind: 'wide' },
              { title: 'State', cell: stateOf },
              {
                title: 'Due',
                cell: ({ routine }) => dueWords(routine.triggers),
                kind: 'less',
              },
              { title: 'Next', cell: ({ routine }) => ago(routine.next, now) },
              { title: 'Last run', cell: lastOf },
            ],
            listings,
          )
    }${await waitingRoutines(call)}</div>`,
  };
}

function nameOf({ routine: { id, name } }: RoutineListing): Html {
  return html`<a href="${routineLink(id)}"><b>${id}</b></a
    >${name !== id && html`<span class="under quiet">${name}</span>`}`;
}

function lastOf({ lastRun }: RoutineListing): Html {
  if (lastRun === null) return html`<span class="quiet">never ran</span>`;
  return html`<a href="${runLink(lastRun.id)}">${runTag(lastRun)}</a>`;
}

/** One word for whether it starts, and whether the working tree differs. */
export function stateOf(listing: RoutineListing): Html {
  const { local, source } = listing.routine;
  return html`${startTag(listing)}${
    local !== null && source !== null && html` ${tag(`${local} here`, 'plain')}`
  }`;
}

function startTag({ routine, isBrokenThere, isBrokenHere }: RoutineListing): Html {
  if (isBrokenThere || isBrokenHere) return tag('broken', 'bad');
  if (routine.paused) return tag(`paused${untilWords(routine.pause?.until)}`, 'warn');
  if (!routine.enabled) return tag('disabled', 'quiet');
  return routine.active ? tag('active', 'good') : tag('not active', 'quiet');
}
