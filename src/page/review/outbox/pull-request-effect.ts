import { requestWord } from '../../../connectors/request-words.ts';
import type { PullRequestPayload } from '../../../words/pull-request.ts';
import { plural } from '../../../words/text.ts';
import { html, trusted, type Html } from '../../html.ts';
import { branchLink } from '../../links.ts';
import { visibleText } from '../diff/visible-text.ts';

/** Everything that an approval binds, word for word. */
export function pullRequestEffect(payload: PullRequestPayload): Html {
  const { branch, ref, from, forge, base, title, body, draft, labels, reviewers, item, follow } =
    payload;
  const what = requestWord(forge);
  const where = html`<b>${forge.repository}</b> (connection ${forge.via})`;
  return html`<p>
      The branch <a class="branch" href="${branchLink(branch)}">${branch}</a> is pushed as
      <b>${ref}</b>, and
      ${from === null ? html`a ${draft && 'draft '}${what} is opened` : html`its ${what} is gone on with`}
      at ${where}, into <b>${base}</b>.
    </p>
    <blockquote class="said-by">
      <p class="said-label">Its title and text; the agent's part is not checked</p>
      <p><b>${shown(title)}</b></p>
      <p class="comment-text">${shown(body)}</p>
    </blockquote>
    ${labels.length > 0 && html`<p>Labels: ${labels.join(', ')}</p>`}${
      reviewers.length > 0 && html`<p>Asked for a review: ${reviewers.join(', ')}</p>`
    }${item !== null && html`<p>Item: ${item}</p>`}${
      follow !== null &&
      html`<p class="notice">
        This covers up to ${plural(follow.max, 'further run')} of the routine, for failed
        ${follow.on.join(' and ')}: each goes onto the same branch, never by force.
      </p>`
    }`;
}

/** Line ends stay: those of its text are real. */
function shown(text: string): Html {
  return trusted(text.slice(0, 50_000).split('\n').map(visibleText).join('\n'));
}
