/** Who decided what, newest first, each with the way back that the page has for it. */
import { idOfChange } from '../../inbox/decisions/decision.ts';
import { listDone, listUndone, type Done, type Undone } from '../../inbox/decisions/list-done.ts';
import type { Change } from '../../words/decision.ts';
import { assertNever } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { postButton } from '../forms.ts';
import { html, nothing, type Html } from '../html.ts';
import { findingLink, itemLink, path, proposalLink, routineLink, withQuery } from '../links.ts';
import { empty, heading, more, table } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { undoPauseButton } from './pause-all.ts';

const SHOWN = 50;
/** Records of one decision that are named. */
const NAMED = 6;

export async function showHistory(call: PageCall): Promise<ShownPage> {
  const [done, undone] = await Promise.all([listDone(call.workspace), listUndone(call.workspace)]);
  const all = [...rowsOf(done), ...undone].toSorted((one, other) => (one.at < other.at ? 1 : -1));
  const from = Number(/^\d{1,6}$/.exec(call.query.get('from') ?? '')?.[0] ?? 0);
  const rows = all.slice(from, from + SHOWN);
  const next = from + SHOWN < all.length ? String(from + SHOWN) : null;
  return {
    kind: 'page',
    section: 'history',
    title: 'History',
    body: html`<div id="history" data-fresh>${heading({
      title: 'History',
      about: aboutWords({ from, shown: rows.length, total: all.length }),
    })}${
      rows.length === 0
        ? empty('Nothing was decided yet.')
        : table<Row>(
            'History',
            [
              { title: 'When', cell: ({ at }) => ago(at, call.now), kind: 'short' },
              { title: 'Who', cell: ({ by }) => oneLine(by, 60) },
              { title: 'What', cell: whatOf, kind: 'rest' },
              { title: '', cell: (row) => endOf(call, row), kind: 'short' },
            ],
            rows,
          )
    }${more(next === null ? null : withQuery('/history', { from: next }))}</div>`,
  };
}

function aboutWords(of: {
  readonly from: number;
  readonly shown: number;
  readonly total: number;
}): string {
  const { from, shown, total } = of;
  const kinds = 'Decisions, pauses, discarded branches and landings.';
  return shown < total ? `${from + 1}–${from + shown} of ${total}. ${kinds}` : kinds;
}

/** Routines that were paused at once are one row. */
function rowsOf(done: readonly Done[]): readonly Done[] {
  return done.flatMap((one): readonly Done[] => {
    if (one.kind !== 'pause' || one.pauses.length < 2) return [one];
    const [first] = one.pauses;
    if (first?.routine !== one.id) return [];
    return [{ ...one, said: `paused ${one.pauses.length} routines` }];
  });
}

type Row = Done | Undone;

function endOf(call: PageCall, row: Row): Html {
  if (row.kind !== 'undone') return undoOf(call, row);
  const { at, by } = row.undone;
  return html`<span class="quiet">undone by ${oneLine(by, 60)} ${ago(at, call.now)}</span>`;
}

function whatOf(done: Row): Html {
  const links = linksOf(done);
  const rest = links.length - NAMED;
  return html`${oneLine(done.said, 200)}${
    links.length > 0 &&
    html`<span class="under quiet"
      >${links.slice(0, NAMED).map(({ to, name }) => html`<a href="${to}">${name}</a> `)}${
        rest > 0 && `and ${rest} more`
      }</span
    >`
  }`;
}

interface Named {
  readonly to: string;
  readonly name: string;
}

function linksOf(done: Row): readonly Named[] {
  switch (done.kind) {
    case 'undone':
      return [];
    case 'decision':
      return done.decision.changes.flatMap((change) => linkOfChange(change) ?? []);
    case 'pause':
      return done.pauses.map(({ routine }) => ({ to: routineLink(routine), name: routine }));
    case 'discard':
      return [];
    case 'landing':
      return [{ to: landingLink(done.landing.id), name: 'Landed and discarded' }];
    default:
      return assertNever(done);
  }
}

/** `null`: it has no page of its own. */
function linkOfChange(change: Change): Named | null {
  const name = idOfChange(change);
  switch (change.store) {
    case 'findings':
      return { to: findingLink(name), name };
    case 'proposals':
      return { to: proposalLink(name), name };
    case 'items':
      return { to: itemLink(name), name };
    case 'notes':
      return { to: path('notes', name), name };
    case 'marks':
      return null;
    default:
      return assertNever(change);
  }
}

function landingLink(id: string): string {
  return `/review/landings#${id}`;
}

/** A landing is taken back where its reason is asked for. */
function undoOf(call: PageCall, done: Done): Html {
  switch (done.kind) {
    case 'decision':
      return postButton(call, {
        action: '/inbox/undo',
        label: 'Undo',
        fields: { id: done.id },
        className: 'act in-place',
      });
    case 'pause':
      return undoPauseButton(call, done, 'Undo');
    case 'discard':
      return postButton(call, {
        action: '/review/restore',
        label: 'Restore',
        fields: { what: done.discarded.id },
      });
    case 'landing':
      return call.may('/review/undo')
        ? html`<a class="button" href="${landingLink(done.landing.id)}">Undo…</a>`
        : nothing;
    default:
      return assertNever(done);
  }
}
