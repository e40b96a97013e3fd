/** All that waits for review, most urgent first; sets of a kind to be walked in one sitting. */
import { inspectReview } from '../../../review/inspect-review.ts';
import { countWords } from '../../../review/ready-sentence.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ChangeSet, ReviewLook } from '../../../words/review/change-set.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { html, nothing, type Html } from '../../html.ts';
import { withQuery } from '../../links.ts';
import { setRow } from './set-row.ts';
import { walkName, formatWalk } from './walk.ts';

/** More sets stand on further pages. */
const PAGE = 50;

export async function showReview(call: PageCall): Promise<ShownPage> {
  const { query, workspace, signal } = call;
  const others = query.has('others');
  const look = await inspectReview(workspace, { others, signal });
  const walk = query.get('alike');
  const sets = walk === null ? look.sets : look.sets.filter((set) => walkName(set) === walk);
  const from = Number(/^\d{1,6}$/.exec(query.get('from') ?? '')?.[0] ?? 0);
  return {
    kind: 'page',
    section: 'review',
    title: 'Review',
    body: html`<div id="review" data-fresh><header class="page-head">
        <h1>Review</h1>
        <p>${summary(look)}</p>
        ${links(others)}
      </header>
      ${problems(look)}${walk === null ? walks(look.sets) : filterLine(walk, sets.length)}
      ${
        sets.length === 0
          ? empty(walk !== null)
          : html`<ol class="sets" start="${from + 1}">
                ${sets.slice(from, from + PAGE).map((set) => setRow(call, set, walk))}
              </ol>
              ${more(sets.length, from)}`
      }</div>`,
  };
}

function summary({ sets, targets }: ReviewLook): string {
  const branches = sets.reduce((sum, set) => sum + set.branches.length, 0);
  if (branches === 0) return '';
  const onto = targets.map(({ target }) => target).slice(0, 3);
  return `${countWords(branches, sets.length)}${onto.length > 0 ? `, to land on ${onto.join(', ')}` : ''}`;
}

function links(others: boolean): Html {
  return html`<p class="actions">
    <a class="button" href="${withQuery('/review', { others: others ? null : '1' })}"
      >${others ? 'Only branches of runs' : 'Also other people’s and agents’'}</a
    ><a class="button" href="/review/landings">Landed and discarded</a>
  </p>`;
}

function walks(sets: readonly ChangeSet[]): Html {
  const kinds = groupBy(sets, (set) => walkName(set) ?? '');
  const alike = [...kinds].filter(([name, of]) => name !== '' && of.length > 1);
  if (alike.length === 0) return nothing;
  return html`<p class="walks">
    In one sitting:
    ${alike.map(
      ([name, of]) =>
        html`<a class="chip" href="${withQuery('/review', { alike: name })}"
          >${of.length} ${formatWalk(name)}</a
        >`,
    )}
  </p>`;
}

function filterLine(walk: string, count: number): Html {
  return html`<p class="walks">
    ${plural(count, 'group')}, ${formatWalk(walk)}. <a href="/review">Show all</a>
  </p>`;
}

function empty(filtered: boolean): Html {
  return filtered
    ? html`<p class="empty">None of that kind is left. <a href="/review">Show all</a></p>`
    : html`<div class="empty">
        <p><b>Nothing waits for review.</b></p>
        <p>
          A run that changes files leaves a branch, and it is listed here until it has landed or is
          discarded.
        </p>
      </div>`;
}

function problems(look: ReviewLook): Html {
  if (look.problems.length === 0) return nothing;
  return html`<div class="notice warning">
    <p>Not everything could be looked at:</p>
    <ul>
      ${look.problems.slice(0, 20).map((problem) => html`<li>${problem}</li>`)}
    </ul>
  </div>`;
}

function more(count: number, from: number): Html {
  const next = from + PAGE;
  return next >= count
    ? nothing
    : html`<p>
        <a class="button" href="${withQuery('/review', { from: String(next) })}"
          >${plural(count - next, 'more set')}</a
        >
      </p>`;
}
