/** What exactly would happen: word for word, with what an agent wrote marked as such. */
import type { ProposalLook } from '../../../connections/requests/inspect-proposal.ts';
import type { IssuePreview } from '../../../connections/requests/preview-issue.ts';
import type { PushPreview } from '../../../connections/requests/preview-push.ts';
import { requestWord } from '../../../connectors/registry.ts';
import { assertNever } from '../../../words/errors.ts';
import type { Finding } from '../../../words/finding.ts';
import { issueName } from '../../../words/item.ts';
import type { FileItemPayload, ItemActProposal } from '../../../words/proposal.ts';
import type { PullRequestPayload } from '../../../words/pull-request.ts';
import { plural } from '../../../words/text.ts';
import { html, nothing, type Html, trusted } from '../../html.ts';
import { branchLink, findingLink, itemLink } from '../../links.ts';
import { wholeMarkdown } from '../../parts/markdown.ts';
import { counts } from '../diff/file-section.ts';
import { hasOdd, visibleText } from '../diff/visible-text.ts';

/** Letters. */
const MOST_RENDERED = 50_000;

/** @param findings those that it deals with */
export function effectOf(
  { proposal, push, issue }: ProposalLook,
  findings: readonly Finding[],
): Html {
  switch (proposal.type) {
    case 'file-item':
      return issue === null
        ? itemEffect(proposal.payload, findings)
        : html`${issueEffect(issue, proposal.payload.key)}${dealsWith(findings)}`;
    case 'comment':
    case 'update-item':
    case 'close-item':
      return itemActEffect(proposal);
    case 'push-branch':
      return html`<p>
          The branch
          <a class="branch" href="${branchLink(proposal.payload.branch)}"
            >${proposal.payload.branch}</a
          >
          is pushed to <b>${proposal.payload.remote}</b>, as a new branch there, never over one.
        </p>
        ${push === null ? nothing : pushEffect(push)}`;
    case 'pull-request':
      return html`${pullRequestEffect(proposal.payload)}${push === null ? nothing : pushEffect(push)}`;
    default:
      return assertNever(proposal);
  }
}

function itemEffect({ key, title, body }: FileItemPayload, findings: readonly Finding[]): Html {
  return html`<p>
      The item <b>${key}</b> is filed among the items of this workspace, with exactly this:
    </p>
    <blockquote class="said-by">
      <p class="said-label">Written by the agent; not checked</p>
      <p><b>${shown(title)}</b></p>
      ${written(body)}
    </blockquote>
    ${dealsWith(findings)}`;
}

function dealsWith(findings: readonly Finding[]): Html {
  if (findings.length === 0) return nothing;
  return html`<p class="quiet">
    It deals with ${plural(findings.length, 'finding')}:
    ${findings.slice(0, 20).map(({ id }) => html`<a href="${findingLink(id)}">${id}</a> `)}
  </p>`;
}

function pushEffect(push: PushPreview): Html {
  const { url, ref, from, to, outcome, sameThere, commits, files, protectedFiles, words } = push;
  return html`<dl class="facts-list">
      <div>
        <dt>To</dt>
        <dd><code>${url ?? 'nowhere: the remote has no address'}</code></dd>
      </div>
      <div>
        <dt>Name there</dt>
        <dd><code>${ref}</code></dd>
      </div>
      <div>
        <dt>From, to</dt>
        <dd><code>${from?.slice(0, 12) ?? 'none'}</code> → <code>${to.slice(0, 12)}</code></dd>
      </div>
    </dl>
    ${
      outcome.why !== '' && html`<p class="notice warning">${outcome.why}</p>`
    }${sameThere.length > 0 && html`<p class="notice warning">At the same commit there already: ${sameThere.slice(0, 10).join(', ')}</p>`}${
      protectedFiles.length > 0 &&
      html`<p class="notice warning">
        Protected files are in it: ${protectedFiles.slice(0, 10).join(', ')}
      </p>`
    }${
      words.length > 0 &&
      html`<p class="notice warning">Its commit messages close or mention: ${words.slice(0, 10).join('; ')}</p>`
    }
    <p>${plural(commits.length, 'commit')}, ${plural(files.length, 'file')} ${counts(push)}</p>
    <ul class="commits">
      ${commits.slice(0, 30).map(
        ({ sha, subject, body }) => html`<li>
            <code>${sha.slice(0, 9)}</code> ${subject}${body !== '' && html`<pre>${body}</pre>`}
          </li>`,
      )}
    </ul>`;
}

/** What would happen to an item, and to its issue: word for word. */
function issueEffect(issue: IssuePreview, key: string): Html {
  const { repository, title, body, labels } = issue;
  return html`<p>
      The item <b>${key}</b> is filed as an issue of <b>${repository}</b>, with exactly this, unless
      there is one for it already:
    </p>
    ${said(title, body)}${labels.length > 0 && html`<p class="quiet">Labels: ${labels.join(', ')}</p>`}`;
}

function itemActEffect(proposal: ItemActProposal): Html {
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

function said(title: string | null, body: string | null): Html {
  return html`<blockquote class="said-by">
    <p class="said-label">Written by the agent; not checked</p>
    ${title !== null && html`<p><b>${shown(title)}</b></p>`}${body !== null && written(body)}
  </blockquote>`;
}

/** As its readers will see it, and to the letter; to the letter alone where something in it is invisible or very long. */
function written(body: string): Html {
  const exact = html`<p class="comment-text">${shown(body)}</p>`;
  if (body.length > MOST_RENDERED || hasOdd(body.replaceAll('\n', ''))) return exact;
  return html`${wholeMarkdown(body)}
    <details class="inline">
      <summary>Exact text</summary>
      ${exact}
    </details>`;
}

/** Line ends stay: those of an item are real. */
function shown(text: string): Html {
  return trusted(text.slice(0, MOST_RENDERED).split('\n').map(visibleText).join('\n'));
}

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
      ${written(body)}
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
