/** One branch: whether it can land, what is said of it, and its changes. */
import type { PlacedComment } from '../../../review/contract.ts';
import { findReviewed } from '../../../review/find-reviewed.ts';
import { changedBetween } from '../../../review/read-tree-diff.ts';
import { AppError } from '../../../words/errors.ts';
import type { ChangeSet } from '../../../words/review/change-set.ts';
import type { Judgement, ReviewBranch } from '../../../words/review/review-branch.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postButton, postForm, submitButton } from '../../forms.ts';
import { html, type Html, nothing } from '../../html.ts';
import { branchLink, runLink, setLink, withQuery } from '../../links.ts';
import { layoutOf, lineLink } from '../diff/diff-subject.ts';
import { diffView } from '../diff/diff-view.ts';
import { branchFacts, shortBranch, subjectOf } from '../parts/branch-name.ts';
import { readinessList, readinessTag, riskReasons, riskTag } from '../parts/readiness-list.ts';
import { standingPart } from '../pull-request/show-pull-request.ts';
import { commentCard, branchComments, commentsOn } from '../talk/comments-on.ts';

// All that is said on a branch: drafts that go out together, what was sent, what is settled.

async function talkPart(call: PageCall, branch: ReviewBranch): Promise<Html> {
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

export async function showBranch(call: PageCall): Promise<ShownPage> {
  const { workspace, signal, params, query } = call;
  const what = params['branch'] ?? '';
  const { set, branches } = await findReviewed(workspace, { what, signal });
  const [branch] = branches;
  if (branch === undefined) throw unknown(what);
  const subject = subjectOf(branch, layoutOf(query));
  const [files, below, talk, judgements, outside] = await Promise.all([
    changedBetween(workspace, subject),
    commentsOn(call, subject),
    talkPart(call, branch),
    workspace.review.judgements.list(),
    workspace.review.pullRequests.list(),
  ]);
  const risk = set?.risks[branch.branch];
  return {
    kind: 'page',
    section: 'review',
    title: oneLine(branch.subject, 80),
    body: html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a> ›
          ${set !== null && html`<a href="${setLink(set.id)}">${set.id}</a> › `}<span
            title="${branch.branch}"
            >${shortBranch(branch.branch)}</span
          >
        </p>
        <h1>${branch.subject}</h1>
        <p class="set-facts">
          onto <b>${branch.target}</b> · ${branchFacts(branch)}
          ${readinessTag(set?.branchReadiness[branch.branch] ?? [])}
          ${risk !== undefined && riskTag(risk)}
        </p>
        ${standingPart(outside, branch.branch)} ${actions(call, branch, set)}
      </header>
      <div class="branch-page">
        <details class="panel" open>
          <summary>Before it lands</summary>
          ${readinessList(
            set?.branchReadiness[branch.branch] ?? [],
          )}${risk !== undefined && riskReasons(risk)}${judged(branch, judgements)}
        </details>
        ${talk}
      </div>
      <h2 class="sr">Changes</h2>
      ${await diffView(call, { subject, files, below })}`,
  };
}

function actions(call: PageCall, branch: ReviewBranch, set: ChangeSet | null): Html {
  const what = branch.branch;
  return html`<div class="actions">
    <a
      class="button primary"
      data-key="l"
      href="${withQuery('/review/land', {
        what,
      })}"
      >Land…</a
    >${
      branch.runId !== null &&
      html`<a class="button" href="${withQuery('/review/pull-request', { what })}"
        >Pull request…</a
      >`
    }${
      branch.runId !== null &&
      html`<a class="button" data-key="r" href="${runLink(branch.runId)}">Report</a>`
    }<a class="button" href="${withQuery('/review/split', { what })}">Split…</a>${postButton(call, {
      action: '/review/check-out',
      fields: { what },
      label: 'Check out',
    })}${postButton(call, { action: '/review/judge', fields: { what }, label: 'Ask another engine' })}<a
      class="button danger"
      href="${withQuery('/review/discard', { what })}"
      >Discard…</a
    >${
      set !== null &&
      set.branches.length > 1 &&
      html`<a class="button" href="${setLink(set.id)}"
        >${plural(set.branches.length, 'branch', 'branches')} belong together</a
      >`
    }
  </div>`;
}

function judged(branch: ReviewBranch, judgements: readonly Judgement[]): Html {
  const own = judgements.filter((one) => one.branch === branch.branch && one.tip === branch.tip);
  if (own.length === 0) return nothing;
  return html`<ul class="judgements">
    ${own.map(
      ({ engine, verdict, summary, places }) =>
        html`<li>
          <p>
            <span class="tag ${JUDGED[verdict]}">${verdict}</span> <b>${engine}</b> says, and
            decides nothing:
          </p>
          <blockquote class="said-by">${summary}</blockquote>
          ${
            places.length > 0 &&
            html`<ul>
              ${places.slice(0, 20).map(
                ({ path, line, text }) =>
                  html`<li>
                    <a href="${lineLink(subjectOf(branch), { file: path, line })}"
                      >${path}${line !== null && `:${line}`}</a
                    >
                    ${text}
                  </li>`,
              )}
            </ul>`
          }
        </li>`,
    )}
  </ul>`;
}

const JUDGED: Readonly<Record<Judgement['verdict'], string>> = {
  pass: 'good',
  fail: 'bad',
  unknown: 'warn',
};

function unknown(what: string): AppError {
  return new AppError('not-found', {
    code: 'review-unknown',
    message: `no branch that waits for review is called "${oneLine(what, 80)}"`,
    hint: 'It may have landed, or been discarded: see what has, below Review.',
  });
}

// The changes of one branch with what was said of them, where a page shows more than them.
export async function branchDiff(call: PageCall, branch: ReviewBranch): Promise<Html> {
  const subject = subjectOf(branch, layoutOf(call.query));
  const [files, below] = await Promise.all([
    changedBetween(call.workspace, subject),
    commentsOn(call, subject),
  ]);
  return diffView(call, { subject, files, below });
}
