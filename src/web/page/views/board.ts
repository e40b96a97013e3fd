import { readStatus } from '../../../app/daemon/read-status.ts';
/** All that goes on, in the columns in which it moves. */
import { inbox } from '../../../app/inbox.ts';
import { pageOfRuns } from '../../../app/page/page-of-runs.ts';
import { lookAtReview } from '../../../app/review/look-at-review.ts';
import { shortIdOf } from '../../../domain/ids.ts';
import type { InboxEntry } from '../../../domain/inbox/inbox-entry.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html, type Html } from '../html.ts';
import { routineLink, runLink, setLink } from '../links.ts';
import { heading, tag, troubles } from '../parts/pieces.ts';
import { runTag } from '../parts/run-words.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 12;

export async function showBoard({ workspace, now, signal }: PageCall): Promise<ShownPage> {
  const [status, waiting, recent] = await Promise.all([
    readStatus(workspace),
    inbox(workspace, {
      limit: 2 * SHOWN,
      kinds: ['question', 'failed-run', 'proposal', 'change-set'],
      look: lookAtReview,
      signal,
    }),
    pageOfRuns(workspace, { routine: null, before: null, limit: 2 * SHOWN }),
  ]);
  const atWork = status.runs.filter(({ state }) => state === 'running' || state === 'queued');
  const isReview = ({ kind }: InboxEntry): boolean => kind === 'change-set' || kind === 'proposal';
  const toReview = waiting.entries.filter(isReview);
  const needsYou = waiting.entries.filter((entry) => !isReview(entry));
  const done = recent.runs.filter(({ state }) => state === 'ended').slice(0, SHOWN);
  const scheduled = [
    ...status.queue
      .slice(0, SHOWN)
      .map(({ routine, slot, state }) =>
        card(
          routineLink(routine),
          html`<b>${routine}</b>`,
          html`${tag(state.kind)} ${ago(slot.scheduledFor, now)}`,
        ),
      ),
    ...status.next.map(({ routine, scheduledFor }) =>
      card(routineLink(routine), html`<b>${routine}</b>`, ago(scheduledFor, now)),
    ),
  ];
  const parked = status.runs.filter(({ state }) => state === 'parked');
  const { counts } = waiting;
  return {
    kind: 'page',
    section: 'board',
    title: 'Board',
    body: html`${heading({ title: 'Board' })}${troubles(status.problems)}
      <div class="board">
        ${column('Scheduled', status.queue.length + status.next.length, scheduled)}${column(
          'Running',
          atWork.length,
          [
            ...atWork
              .slice(0, SHOWN)
              .map((run) =>
                card(
                  runLink(run.id),
                  html`<b>${run.routine}</b> <code>${shortIdOf(run.id)}</code>`,
                  runTag(run),
                ),
              ),
          ],
        )}${column('Needs you', counts.question + counts['failed-run'] + parked.length, [
          ...needsYou.slice(0, SHOWN).map((entry) => entryCard(entry, now)),
          ...parked.map((run) => card(runLink(run.id), html`<b>${run.routine}</b>`, runTag(run))),
        ])}${column('To review', counts['change-set'] + counts.proposal, [
          ...toReview.slice(0, SHOWN).map((entry) => entryCard(entry, now)),
        ])}${column('Done', null, [
          ...done.map((run) =>
            card(
              runLink(run.id),
              html`<b>${run.routine}</b> <code>${shortIdOf(run.id)}</code>`,
              html`${runTag(run)} ${ago(run.endedAt, now)}`,
            ),
          ),
        ])}
      </div>`,
  };
}

function column(title: string, count: number | null, cards: readonly Html[]): Html {
  return html`<section class="column">
    <h2>${title}${count !== null && html` <span class="count">${count}</span>`}</h2>
    ${
      cards.length === 0
        ? html`<p class="quiet none">None</p>`
        : html`<ul>
            ${cards}
          </ul>`
    }
  </section>`;
}

function card(to: string, title: Html, below: Html): Html {
  return html`<li data-row class="card">
    <a href="${to}">${title}</a>
    <p>${below}</p>
  </li>`;
}

function entryCard({ kind, title, since, routine, links }: InboxEntry, now: Date): Html {
  const to =
    links.set !== undefined
      ? setLink(links.set)
      : links.proposal !== undefined
        ? '/outbox'
        : links.run !== undefined
          ? runLink(links.run)
          : '/';
  return card(
    to,
    html`${title}`,
    html`${tag(kind.replace('-', ' '), kind === 'failed-run' ? 'bad' : 'warn')} ${routine ?? ''}
    ${ago(since, now)}`,
  );
}
