/** Wording a proposal otherwise before it is approved. */
import type { Proposal } from '../../../../domain/proposal.ts';
import type { PageCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, type Html } from '../../html.ts';

export function editForm(call: PageCall, proposal: Proposal): Html {
  const fields =
    proposal.type === 'file-item'
      ? html`<label
            >Title
            <input
              name="title"
              value="${proposal.payload.title}"
              required
              maxlength="300"
              autocomplete="off" /></label
          ><label
            >Text
            <textarea name="body" rows="10" maxlength="20000">${proposal.payload.body}</textarea>
          </label>`
      : html`<label
          >Name there
          <input
            name="ref"
            value="${proposal.payload.ref}"
            required
            maxlength="200"
            autocomplete="off"
        /></label>`;
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
