/** What exactly would happen: word for word, with what an agent wrote marked as such. */
import type { ProposalLook } from '../../../connections/requests/inspect-proposal.ts';
import type { PushPreview } from '../../../connections/requests/preview-push.ts';
import { assertNever } from '../../../words/errors.ts';
import type { FileItemPayload } from '../../../words/proposal.ts';
import { plural } from '../../../words/text.ts';
import { html, nothing, type Html } from '../../html.ts';
import { branchLink, findingLink } from '../../links.ts';
import { counts } from '../diff/file-section.ts';
import { issueEffect, itemActEffect } from './item-act-effect.ts';
import { pullRequestEffect } from './pull-request-effect.ts';
import { shown } from './shown-text.ts';

export function effectOf({ proposal, push, issue }: ProposalLook): Html {
  switch (proposal.type) {
    case 'file-item':
      return issue === null
        ? itemEffect(proposal.payload)
        : issueEffect(issue, proposal.payload.key);
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

function itemEffect({ key, title, body, findings }: FileItemPayload): Html {
  return html`<p>
      The item <b>${key}</b> is filed among the items of this workspace, with exactly this:
    </p>
    <blockquote class="said-by">
      <p class="said-label">Written by the agent; not checked</p>
      <p><b>${shown(title)}</b></p>
      <p class="comment-text">${shown(body)}</p>
    </blockquote>
    ${
      findings.length > 0 &&
      html`<p class="quiet">
        It deals with ${plural(findings.length, 'finding')}:
        ${findings
          .slice(0, 20)
          .map((id) => html`<a href="${findingLink(id)}"><code>${id.slice(0, 12)}</code></a> `)}
      </p>`
    }`;
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
