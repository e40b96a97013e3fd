/** One proposal: what exactly would happen, who asks for it, what is there already. */
import { AppError } from '../../../../domain/errors.ts';
import type { Proposal } from '../../../../domain/proposal.ts';
import { oneLine } from '../../../../domain/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { itemLink, proposalLink, routineLink, runLink } from '../../links.ts';
import { when } from '../parts/when.ts';
import { effectOf } from './effect-of.ts';
import { stateTag } from './proposal-state.ts';

export async function showProposal(call: PageCall): Promise<ShownPage> {
  const proposal = await proposalCalled(call, call.params['id'] ?? '');
  const { id, summary, routine, run, createdAt, duplicates } = proposal;
  return {
    kind: 'page',
    section: 'outbox',
    title: oneLine(summary, 80),
    body: html`<header class="page-head">
        <p class="crumbs"><a href="/outbox">Outbox</a> › ${id}</p>
        <h1>${summary}</h1>
        <p class="set-facts">
          ${stateTag(proposal)} asked for by <a href="${routineLink(routine)}">${routine}</a> in
          <a href="${runLink(run)}">a run</a> ${when(call.now, createdAt)}
        </p>
      </header>
      <div class="narrow">
        <section>
          <h2>What would happen</h2>
          ${effectOf(proposal)}
        </section>
        ${
          duplicates.length > 0 ? duplicatesPart(duplicates) : nothing
        }${decided(proposal)}${proposal.state === 'held' ? decideForms(call, proposal) : nothing}
      </div>`,
  };
}

export async function proposalCalled({ workspace }: PageCall, id: string): Promise<Proposal> {
  const proposal = (await workspace.proposals.list()).find((one) => one.id === id);
  if (proposal !== undefined) return proposal;
  throw new AppError('not-found', {
    code: 'proposal-unknown',
    message: `no proposal is called "${oneLine(id, 60)}"`,
    hint: 'Open the outbox.',
  });
}

function duplicatesPart(duplicates: readonly string[]): Html {
  return html`<section>
    <h2>There already</h2>
    <p>These deal with the same:</p>
    <ul>
      ${duplicates.slice(0, 50).map((id) => {
        const to = /^P-/.test(id) ? proposalLink(id) : itemLink(id);
        return html`<li><a href="${to}">${id}</a></li>`;
      })}
    </ul>
  </section>`;
}

function decided({ decision, state }: Proposal): Html {
  if (decision === null) return nothing;
  return html`<section>
    <h2>Decided</h2>
    <p>${decision.by}: ${state}${decision.reason !== '' && html`, because ${decision.reason}`}</p>
  </section>`;
}

function decideForms(call: PageCall, { id, hash }: Proposal): Html {
  return html`<section>
    <h2>Decide</h2>
    ${postForm(call, {
      action: '/outbox/decide',
      fields: { chosen: `${id} ${hash}` },
      className: 'stack',
      body: html`<label
          >Why, needed to decline <input name="reason" maxlength="2000" autocomplete="off"
        /></label>
        <p class="quiet">
          An approval counts for exactly what is shown, <code>${hash.slice(0, 12)}</code>: if it
          changes first, it is refused.
        </p>
        <div class="actions">
          <button class="button primary" name="kind" value="approve" data-key="a">Approve</button
          ><button class="button danger" name="kind" value="decline" data-key="d">Decline</button>
        </div>`,
    })}
  </section>`;
}
