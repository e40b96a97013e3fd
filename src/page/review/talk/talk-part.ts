/** All that is said on a branch: drafts that go out together, what was sent, what is settled. */
import type { PlacedComment } from '../../../review/contract.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { postButton, postForm, submitButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { branchLink } from '../../links.ts';
import { commentCard } from './comment-card.ts';
import { branchComments } from './comments-on.ts';

export async function talkPart(call: PageCall, branch: ReviewBranch): Promise<Html> {
  const comments = await branchComments(call, branch.branch);
  const of = (kind: string): readonly PlacedComment[] =>
    comments.filter(({ comment }) => comment.state.kind === kind);
  const [drafts, sent, settled] = [of('draft'), of('sent'), of('settled')];
  const open = [...drafts, ...sent];
  return html`<details class="panel talk-panel" ${open.length > 0 && html` open`}>
      <summary>
        Comments${open.length > 0 && html` <span class="tag">${open.length}</span>`}
      </summary>
      ${open.length === 0 ? html`<p class="quiet">Click the number of a line, or press <kbd>c</kbd>, to say something on it. Comments are drafts until they are sent together.</p>` : open.map((one) => commentCard(call, one, 'list'))}${
        drafts.length > 0 ? sendButton(call, branch, drafts.length) : nothing
      }${
        settled.length > 0 &&
        html`<details>
          <summary>${plural(settled.length, 'settled comment')}</summary>
          ${settled.map((one) => commentCard(call, one, 'list'))}
        </details>`
      }
      <details class="add">
        <summary>Add a comment</summary>
        ${commentForm(call, { branch: branch.branch, path: null })}
      </details>
    </details>
    ${commentTemplate(call, branch.branch)}`;
}

function sendButton(call: PageCall, { branch, runId, engine }: ReviewBranch, count: number): Html {
  if (runId === null)
    return html`<p class="quiet">No run made this branch: there is no session to send them to.</p>`;
  return html`<div class="actions">
    ${postButton(call, {
      action: '/review/send',
      fields: { what: branch },
      label: `Send ${plural(count, 'comment')}${engine === null ? '' : ` to ${engine}`}`,
      tone: 'primary',
      key: 's',
      confirm: `Send ${plural(count, 'comment')}? The run continues in the same session and worktree where they are kept.`,
    })}
  </div>`;
}

/** Where a comment is written: at a line by script, else with the place typed. */
interface CommentForm {
  readonly branch: string;
  /** `null`: of the branch; the place may be typed. */
  readonly path: string | null;
}

function commentForm(call: PageCall, { branch, path }: CommentForm): Html {
  const back = { ...call, url: branchLink(branch) };
  return postForm(back, {
    action: '/review/comment',
    fields: { branch },
    className: 'comment-form stack',
    body: html`<div class="comment-place">
        <label
          >File
          <input
            name="path"
            value="${path ?? ''}"
            maxlength="1000"
            placeholder="empty: on the whole"
            autocomplete="off"
        /></label>
        <label
          >Lines
          <input
            name="lines"
            pattern="\\d{1,8}(-\\d{1,8})?"
            placeholder="12 or 12-15"
            autocomplete="off"
        /></label>
        <label
          >Of
          <select name="side">
            <option value="new">the branch</option>
            <option value="old">before it</option>
          </select></label
        >
      </div>
      <label>Comment <textarea name="text" rows="3" required maxlength="10000"></textarea></label>
      <div class="actions small">${submitButton({ label: 'Add comment', tone: 'primary' })}</div>`,
  });
}

/** The script copies it for each line that the user comments on. */
function commentTemplate(call: PageCall, branch: string): Html {
  return html`<template id="comment-form">${commentForm(call, { branch, path: null })}</template>`;
}
