/** What runs ask for outside of their work: each waits for a yes, and says what exactly would happen. */
import type { Proposal } from '../../../words/proposal.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm } from '../../forms.ts';
import { html, type Html } from '../../html.ts';
import { proposalLink, routineLink, withQuery } from '../../links.ts';
import { when } from '../parts/when.ts';
import { stateTag, waitsForPerson } from './proposal-state.ts';

const SHOWN = 100;

export async function showOutbox(call: PageCall): Promise<ShownPage> {
  const all = await call.workspace.proposals.list();
  const everything = call.query.has('all');
  const waiting = all.filter(waitsForPerson);
  const shown = everything ? all.toReversed() : waiting;
  return {
    kind: 'page',
    section: 'outbox',
    title: 'Requests',
    body: html`<header class="page-head">
        <h1>Requests</h1>
        <p>
          ${
            waiting.length === 0
              ? 'Nothing waits for you.'
              : `${plural(waiting.length, 'request')} to decide on.`
          }
        </p>
        <p class="actions">
          <a class="button" href="${withQuery('/outbox', { all: everything ? null : '1' })}"
            >${everything ? 'Only what waits' : `All ${all.length}`}</a
          >
        </p>
      </header>
      ${shown.length === 0 ? empty() : list(call, shown.slice(0, SHOWN))}${
        shown.length > SHOWN &&
        html`<p class="quiet">
          and ${shown.length - SHOWN} more; <code>roundsman requests --all</code> lists them.
        </p>`
      }`,
  };
}

function empty(): Html {
  return html`<div class="empty">
    <p><b>No request waits.</b></p>
    <p>
      Whatever an agent wants to do outside of its branch, such as filing an item, is listed here
      first, word for word.
    </p>
  </div>`;
}

function list(call: PageCall, proposals: readonly Proposal[]): Html {
  const open = proposals.filter(({ state }) => state === 'held');
  const rows = html`<ul class="rows">
    ${proposals.map((one) => row(call, one))}
  </ul>`;
  if (open.length === 0) return rows;
  return postForm(call, {
    action: '/outbox/decide',
    className: 'stack',
    otherwise: rows,
    body: html`${rows}
      <div class="stack bar">
        <label
          >Why, needed to decline <input name="reason" maxlength="2000" autocomplete="off"
        /></label>
        <div class="actions">
          <button class="button primary" name="kind" value="approve">Approve the chosen</button
          ><button class="button danger" name="kind" value="decline">Decline the chosen</button>
        </div>
      </div>`,
  });
}

function row({ now, may }: PageCall, proposal: Proposal): Html {
  const { id, summary, state, routine, createdAt, duplicates, hash } = proposal;
  return html`<li class="proposal" data-row>
    ${
      state === 'held' &&
      may('/outbox/decide') &&
      html`<input
        type="checkbox"
        name="chosen"
        value="${`${id} ${hash}`}"
        aria-label="${`Choose ${id}`}"
      />`
    }
    <div>
      <div class="set-head">
        <a class="set-title" href="${proposalLink(id)}">${summary}</a
        >${stateTag(proposal)}${
          duplicates.length > 0 &&
          html`<span class="tag warn">${plural(duplicates.length, 'duplicate')}?</span>`
        }
      </div>
      <p class="set-facts">
        <code>${id}</code> · <a href="${routineLink(routine)}">${routine}</a> ·
        ${when(now, createdAt)}
      </p>
    </div>
  </li>`;
}
