/** One proposal: what exactly would happen, who asks for it, what is there already. */
import {
  inspectProposal,
  type DuplicateCandidate,
  type ProposalLook,
} from '../../../connections/requests/inspect-proposal.ts';
import { fingerprintsOf } from '../../../ledger/finding-verdict.ts';
import { assertNever } from '../../../words/errors.ts';
import type { Finding } from '../../../words/finding.ts';
import type { Proposal } from '../../../words/proposal.ts';
import { oneLine } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postButton, postForm, submitButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { itemLink, proposalLink, routineLink, runLink } from '../../links.ts';
import { when } from '../parts/when.ts';
import { effectOf } from './effect-of.ts';

export async function showProposal(call: PageCall): Promise<ShownPage> {
  const look = await inspectProposal(call.workspace, call.params['id'] ?? '');
  const { proposal } = look;
  const { id, summary, routine, run, createdAt } = proposal;
  return {
    kind: 'page',
    section: 'outbox',
    title: oneLine(summary, 80),
    body: html`<header class="page-head">
        <p class="crumbs"><a href="/outbox">Requests</a> › ${id}</p>
        <h1>${summary}</h1>
        <p class="set-facts">
          ${stateTag(proposal)} asked for by <a href="${routineLink(routine)}">${routine}</a> in
          <a href="${runLink(run)}">a run</a> ${when(call.now, createdAt)}
        </p>
      </header>
      <div class="narrow">
        ${applied(call, proposal)}
        ${await proposalPart(call, look)}${decided(proposal)}${proposal.state === 'held' || proposal.state === 'failed' ? decideForms(call, proposal) : nothing}
      </div>`,
  };
}

/** What would happen, what is there already, and where it comes from. */
export async function proposalPart(call: PageCall, look: ProposalLook): Promise<Html> {
  const { duplicates, proposal } = look;
  const findings = await findingsOf(call, proposal);
  return html`<section>
      <h2>What would happen</h2>
      ${effectOf(look, findings)}
    </section>
    ${duplicates.length > 0 ? duplicatesPart(duplicates) : nothing}${originPart(look)}`;
}

/** A request names them by their fingerprints, of which a finding may have had several. */
async function findingsOf(
  { workspace }: PageCall,
  { payload }: Proposal,
): Promise<readonly Finding[]> {
  const names = new Set('findings' in payload ? payload.findings : []);
  if (names.size === 0) return [];
  const known = await workspace.findings.listAll();
  return known.filter((finding) => fingerprintsOf(finding).some((name) => names.has(name)));
}

function applied(call: PageCall, { id, state, applying }: Proposal): Html {
  if (applying === undefined || applying.outcome === '') return nothing;
  if (state !== 'failed') return html`<p class="notice done">${applying.outcome}</p>`;
  return html`<div class="notice problem">
    <p>It could not be done: ${applying.outcome}</p>
    ${postButton(call, {
      action: '/outbox/retry',
      fields: { id },
      label: 'Try again',
      tone: 'primary',
    })}
  </div>`;
}

function duplicatesPart(duplicates: readonly DuplicateCandidate[]): Html {
  return html`<section>
    <h2>Like it, and there already</h2>
    <ul class="rows">
      ${duplicates.slice(0, 50).map(
        ({ id, title, why }) =>
          html`<li>
              <a href="${id.startsWith('P-') ? proposalLink(id) : itemLink(id)}">${id}</a> ${title}
              <span class="tag">${why}</span>
            </li>`,
      )}
    </ul>
  </section>`;
}

function originPart({ from }: ProposalLook): Html {
  if (from === null)
    return html`<p class="quiet">The run that asked for it is not there any more.</p>`;
  const { engine, trigger, untrusted } = from;
  return html`<section>
    <h2>Where it comes from</h2>
    <p>${engine}, started ${trigger === 'manual' ? 'by hand' : `by ${trigger}`}.</p>
    ${
      untrusted.length > 0 &&
      html`<p class="notice warning">
        Its brief contained text by others (${untrusted.join(', ')}): this may be what an author of
        that text asked for.
      </p>`
    }
  </section>`;
}

function decided({ decision, state }: Proposal): Html {
  if (decision === null) return nothing;
  return html`<section>
    <h2>Decided</h2>
    <p>${decision.by}: ${state}${decision.reason !== '' && html`, because ${decision.reason}`}</p>
  </section>`;
}

function decideForms(call: PageCall, proposal: Proposal): Html {
  const { id, hash } = proposal;
  return html`<section>
    <h2>Decide</h2>
    ${postForm(call, {
      action: '/outbox/decide',
      fields: { chosen: `${id} ${hash}` },
      className: 'stack',
      body: html`<label
          >Reason, required to decline <input name="reason" maxlength="2000" autocomplete="off"
        /></label>
        <p class="quiet">
          An approval counts for exactly what is shown, <code>${hash.slice(0, 12)}</code>: if it
          changes first, it is refused.
        </p>
        <div class="actions">
          ${
            proposal.state === 'held' &&
            html`<button
              type="submit"
              class="button primary"
              name="kind"
              value="approve"
              data-key="a"
            >
              Approve
            </button>`
          }<button type="submit" class="button danger" name="kind" value="decline" data-key="d">
            Decline
          </button>
        </div>`,
    })}${editForm(call, proposal)}
  </section>`;
}

/** Wording a proposal otherwise before it is approved. */
function editForm(call: PageCall, proposal: Proposal): Html {
  const fields = fieldsOf(proposal);
  return html`<details class="panel">
    <summary data-key="e">Edit</summary>
    ${postForm(call, {
      action: '/outbox/edit',
      fields: { id: proposal.id, seen: proposal.hash },
      className: 'stack',
      body: html`${fields}
        <p class="quiet">What it said before is kept. Nothing is approved by an edit.</p>
        <div class="actions">${submitButton({ label: 'Keep the new wording' })}</div>`,
    })}
  </details>`;
}

function fieldsOf(proposal: Proposal): Html {
  switch (proposal.type) {
    case 'file-item':
    case 'pull-request':
      return html`${titleField(proposal.payload.title)}${textField(proposal.payload.body)}`;
    case 'update-item': {
      const { title, body } = proposal.payload;
      return html`${title !== null && titleField(title)}${body !== null && textField(body)}`;
    }
    case 'comment':
      return textField(proposal.payload.body);
    case 'close-item':
      return textField(proposal.payload.reason);
    case 'push-branch':
      return html`<label
        >Name there
        <input
          name="ref"
          value="${proposal.payload.ref}"
          required
          maxlength="200"
          autocomplete="off"
      /></label>`;
    default:
      return assertNever(proposal);
  }
}

function titleField(title: string): Html {
  return html`<label
    >Title
    <input name="title" value="${title}" required maxlength="300" autocomplete="off"
  /></label>`;
}

function textField(text: string): Html {
  return html`<label
    >Text
    <textarea name="body" rows="10" maxlength="20000">${text}</textarea>
  </label>`;
}

// What state a proposal is in, in a word.
export function waitsForPerson({ state }: Proposal): boolean {
  return WAITING.has(state);
}

const WAITING: ReadonlySet<string> = new Set(['held', 'failed']);

export function stateTag({ state }: Proposal): Html {
  return html`<span class="tag ${TONES[state] ?? ''}">${WORDS[state] ?? state}</span>`;
}

const TONES: Readonly<Record<string, string>> = {
  held: 'warn',
  approved: 'warn',
  applied: 'good',
  failed: 'bad',
  refused: 'bad',
};
const WORDS: Readonly<Record<string, string>> = {
  held: 'waits for you',
  approved: 'being applied',
};
