/** What would happen to an item, and to its issue: word for word. */
import type { IssuePreview } from '../../../connections/requests/preview-issue.ts';
import { assertNever } from '../../../words/errors.ts';
import type { ItemActProposal } from '../../../words/proposal.ts';
import { issueName } from '../../../words/tracker-link.ts';
import { html, nothing, type Html } from '../../html.ts';
import { itemLink } from '../../links.ts';
import { shown } from './shown-text.ts';

/* oxlint-disable-next-line eslint/max-params -- what is made, and for what */
export function issueEffect(issue: IssuePreview, key: string): Html {
  const { repository, title, body, labels } = issue;
  return html`<p>
      The item <b>${key}</b> is filed as an issue of <b>${repository}</b>, with exactly this, unless
      there is one for it already:
    </p>
    ${said(title, body)}${labels.length > 0 && html`<p class="quiet">Labels: ${labels.join(', ')}</p>`}`;
}

export function itemActEffect(proposal: ItemActProposal): Html {
  const { item, issue } = proposal.payload;
  return html`<p>${actWords(proposal)} <a href="${itemLink(item)}">${item}</a>${
    issue === undefined ? nothing : html`, and its issue <b>${issueName(issue)}</b>`
  }.</p>
    ${actText(proposal)}`;
}

function actWords(proposal: ItemActProposal): string {
  switch (proposal.type) {
    case 'comment':
      return 'A comment goes to the item';
    case 'update-item':
      return 'Other words for the item';
    case 'close-item':
      return `Closed as ${proposal.payload.how} is the item`;
    default:
      return assertNever(proposal);
  }
}

function actText(proposal: ItemActProposal): Html {
  switch (proposal.type) {
    case 'comment':
      return said(null, proposal.payload.body);
    case 'update-item':
      return said(proposal.payload.title, proposal.payload.body);
    case 'close-item':
      return said(null, proposal.payload.reason);
    default:
      return assertNever(proposal);
  }
}

/* oxlint-disable-next-line eslint/max-params -- two texts of one hand */
function said(title: string | null, body: string | null): Html {
  return html`<blockquote class="said-by">
    <p class="said-label">Written by the agent; not checked</p>
    ${title !== null && html`<p><b>${shown(title)}</b></p>`}${body !== null && html`<p class="comment-text">${shown(body)}</p>`}
  </blockquote>`;
}
