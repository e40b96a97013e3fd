/** Wording a proposal otherwise before it is approved. */
import { assertNever } from '../../../words/errors.ts';
import type { Proposal } from '../../../words/proposal.ts';
import type { PageCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, type Html } from '../../html.ts';

export function editForm(call: PageCall, proposal: Proposal): Html {
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
