/** Opening a pull request of a branch: all that would be pushed and asked for, word for word, before it is. */
import {
  previewPullRequest,
  openPullRequest,
} from '../../../connections/pull-requests/open-pull-request.ts';
import { requestName } from '../../../connectors/registry.ts';
import { AppError } from '../../../words/errors.ts';
import type { PullRequestProposal } from '../../../words/proposal.ts';
import type { PullRequestLink } from '../../../words/pull-request.ts';
import { oneLine } from '../../../words/text.ts';
import type { PageCall, ShownPage, Acted, ActionCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, type Html, nothing } from '../../html.ts';
import { branchLink, proposalLink, safeUrl } from '../../links.ts';
import { empty, troubles, tag, type Tone } from '../../parts/pieces.ts';
import { pullRequestEffect } from '../outbox/effect-of.ts';
import { shortBranch } from '../parts/branch-name.ts';

export async function showPullRequest(call: PageCall): Promise<ShownPage> {
  const { workspace, query, by } = call;
  const what = query.get('what') ?? '';
  const given = (name: string): string | null => query.get(name)?.trim() || null;
  const seen = await previewPullRequest(workspace, {
    what,
    title: given('title'),
    body: null,
    base: given('base'),
    via: given('via'),
    ready: query.get('ready') !== null,
    labels: [],
    reviewers: [],
    by,
  }).catch(refusal);
  return {
    kind: 'page',
    section: 'review',
    title: `Open a pull request of ${shortBranch(what)}`,
    body: html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a> › <a href="${branchLink(what)}">${shortBranch(what)}</a>
        </p>
        <h1>Open a pull request</h1>
      </header>
      ${seen instanceof AppError ? refused(call, seen, what) : html`${opening(call, seen)}${wishes(call, what)}`}`,
  };
}

function refusal(thrown: unknown): AppError {
  if (thrown instanceof AppError && thrown.code === 'refused') return thrown;
  throw thrown;
}

/** Where there is no place for it, there is nothing to fill in. */
function refused(call: PageCall, error: AppError, what: string): Html {
  const { message, hint } = error;
  const wanted = / has no (remote|.* connection)( \S+)?$/.exec(message);
  if (wanted === null) return html`${troubles([`${message}. ${hint}`])}${wishes(call, what)}`;
  const isRemote = wanted[1] === 'remote';
  return empty(
    isRemote
      ? 'This repository has no remote that a branch could be pushed to.'
      : 'This repository is connected to no forge, such as GitHub or GitLab.',
    html`${isRemote ? 'Add one with git remote add, then come back.' : html`See <a href="/connections">Connections</a>.`}
      <a href="${branchLink(what)}">Back to the branch</a>`,
  );
}

function opening(call: PageCall, { payload }: PullRequestProposal): Html {
  const { branch, tip, title, base, forge, draft } = payload;
  return html`${pullRequestEffect(payload)}${postForm(call, {
    action: '/review/pull-request',
    fields: {
      what: branch,
      tip,
      title: payload.from === null ? title : '',
      base,
      via: forge.via,
      ...(draft ? {} : { ready: '1' }),
    },
    body: submitButton({ label: 'Push and open', tone: 'primary' }),
  })}`;
}

/** Shown again with them before anything is done. */
function wishes({ query }: PageCall, what: string): Html {
  const value = (name: string): string => query.get(name) ?? '';
  return html`<form method="get" action="/review/pull-request" class="stack narrow">
    <input type="hidden" name="what" value="${what}" />
    <label>Title <input name="title" maxlength="240" value="${value('title')}" /></label>
    <label>Target branch <input name="base" maxlength="200" value="${value('base')}" /></label>
    <label>Connection <input name="via" maxlength="64" value="${value('via')}" /></label>
    <label class="choice"
      ><input type="checkbox" name="ready" value="1" ${query.get('ready') !== null && html`checked`} />
      Ready for review, not a draft</label
    >
    <div class="actions">
      ${submitButton({ label: 'Update the preview' })}<a class="button" href="${branchLink(what)}">Cancel</a>
    </div>
  </form>`;
}

/** As `roundsman review pr`, of the very state that was shown. Where it fails the proposal tells why, and is tried again. */
export async function actPullRequest({ workspace, by, form }: ActionCall): Promise<Acted> {
  const what = form.need('what');
  const given = (name: string): string | null => form.text(name) || null;
  const { id, state, applying } = await openPullRequest(workspace, {
    what,
    title: given('title'),
    body: null,
    base: given('base'),
    via: given('via'),
    ready: form.has('ready'),
    labels: [],
    reviewers: [],
    by,
    tip: form.need('tip'),
  });
  const outcome = oneLine(applying?.outcome ?? '', 300);
  return state === 'applied'
    ? { to: branchLink(what), notice: `Done: ${outcome}` }
    : { to: proposalLink(id), notice: `It is ${state}: ${outcome}` };
}

// What stands at a forge of a branch: its state, its checks, and the way there.
export function standingPart(links: readonly PullRequestLink[], branch: string): Html {
  const own = links.filter((one) => one.branch === branch || one.ref === branch);
  if (own.length === 0) return nothing;
  return html`<ul class="pull-requests">
    ${own.map((link) => html`<li>${one(link)}</li>`)}
  </ul>`;
}

function one({ forge, number, url, state, checks, seen }: PullRequestLink): Html {
  const name = requestName(forge, number);
  const to = safeUrl(url);
  const shown = to === null ? html`${name}` : html`<a href="${to}" rel="noreferrer">${name}</a>`;
  if (state.kind !== 'open') return html`${shown} ${tag(state.kind)} by ${oneLine(state.by, 60)}`;
  return html`${shown} ${tag(state.draft ? 'draft' : 'open')}
  ${checks !== 'none' && tag(`checks ${checks}`, TONES[checks])}${
    seen.halted !== null && html` · nothing continues with it: ${oneLine(seen.halted, 300)}`
  }`;
}

const TONES: Readonly<Record<'running' | 'passed' | 'failed', Tone>> = {
  running: 'busy',
  passed: 'good',
  failed: 'bad',
};
