/** All that goes on, in the columns in which it moves. */
import { readStatus, type WorkspaceStatus } from '../../daemon/read-status.ts';
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { RunView } from '../../words/run.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { firstWordsOfRuns } from '../first-words-of-runs.ts';
import { html, type Html } from '../html.ts';
import { proposalLink, routineLink, runLink, setLink } from '../links.ts';
import { pageOfRuns } from '../page-of-runs.ts';
import { runTag } from '../parts/format-run.ts';
import { patientLook } from '../parts/patient-look.ts';
import { heading, tag, troubles } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';

const SHOWN = 12;

export async function showBoard({ workspace, now, signal }: PageCall): Promise<ShownPage> {
  const [status, waiting, recent] = await Promise.all([
    readStatus(workspace),
    inbox(workspace, {
      limit: 2 * SHOWN,
      kinds: ['question', 'failed-run', 'proposal', 'change-set'],
      look: patientLook(workspace.clock),
      signal,
    }),
    pageOfRuns(workspace, { routine: null, before: null, limit: 2 * SHOWN }),
  ]);
  const { counts, entries } = waiting;
  const atWork = status.runs.filter(({ state }) => state === 'running' || state === 'queued');
  const parked = status.runs.filter(({ state }) => state === 'parked');
  const cardsOf = (some: readonly InboxEntry[]): readonly Html[] =>
    some.slice(0, SHOWN).map((entry) => entryCard(entry, now));
  const done = recent.runs.filter(({ state }) => state === 'ended').slice(0, SHOWN);
  const words = await firstWordsOfRuns(workspace, done);
  const columns = [
    column('Scheduled', status.queue.length + status.next.length, scheduled(status, now)),
    column(
      'Running',
      atWork.length,
      atWork.slice(0, SHOWN).map((run) => runCard(run, now)),
    ),
    column('Needs you', counts.question + counts['failed-run'] + parked.length, [
      ...cardsOf(entries.filter((entry) => !isReview(entry))),
      ...parked.map((run) => runCard(run, now)),
    ]),
    column('To review', counts['change-set'] + counts.proposal, cardsOf(entries.filter(isReview))),
    column(
      'Done',
      null,
      done.map((run) => runCard(run, now, words.get(run.id))),
    ),
  ];
  const problems = [...status.problems, ...waiting.problems];
  return {
    kind: 'page',
    section: 'board',
    title: 'Board',
    body: html`${heading({ title: 'Board' })}${troubles(problems)}
      <div class="board">${columns}</div>`,
  };
}

function isReview({ kind }: InboxEntry): boolean {
  return kind === 'change-set' || kind === 'proposal';
}

function scheduled({ queue, next }: WorkspaceStatus, now: Date): readonly Html[] {
  const named = (routine: string, below: Html): Html =>
    card({ to: routineLink(routine), title: html`<b>${routine}</b>`, below });
  return [
    ...queue
      .slice(0, SHOWN)
      .map(({ routine, slot, state }) =>
        named(routine, html`${tag(state.kind)} ${ago(slot.scheduledFor, now)}`),
      ),
    ...next.map(({ routine, scheduledFor }) => named(routine, ago(scheduledFor, now))),
  ];
}

/** @param words that its report begins with */
function runCard(run: RunView, now: Date, words?: string): Html {
  const name = html`<b>${run.routine}</b> <code>${shortIdOf(run.id)}</code>`;
  const below = html`${runTag(run)} ${ago(run.endedAt ?? run.startedAt, now)}`;
  return card({ to: runLink(run.id), title: name, words: words ?? run.failure?.message, below });
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

interface Card {
  readonly to: string;
  readonly title: Html;
  /** What it says of itself. */
  readonly words?: string | undefined;
  readonly below: Html;
}

function card({ to, title, words, below }: Card): Html {
  return html`<li data-row class="card">
    <a href="${to}">${title}</a>
    ${words !== undefined && html`<p class="words">${words}</p>`}
    <p>${below}</p>
  </li>`;
}

function entryCard({ kind, title, why, since, routine, links }: InboxEntry, now: Date): Html {
  const to =
    links.set !== undefined
      ? setLink(links.set)
      : links.proposal !== undefined
        ? proposalLink(links.proposal)
        : links.run !== undefined
          ? runLink(links.run)
          : '/';
  const word = tag(kind.replace('-', ' '), kind === 'failed-run' ? 'bad' : 'warn');
  const below = html`${word} ${routine ?? ''} ${ago(since, now)}`;
  return card({ to, title: html`${title}`, words: why, below });
}
