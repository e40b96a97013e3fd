/** What landed and what was discarded, each to be taken back while that can be done. */
import { commitSubjects } from '../../../git/commit-subject.ts';
import { isCommitSha } from '../../../words/ids.ts';
import type { DiscardedBranch } from '../../../words/review/branch-verdict.ts';
import type { Landing } from '../../../words/review/landing.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm, submitButton, postButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { AROUND, diffLink } from '../diff/diff-subject.ts';
import { shortBranch } from '../parts/branch-name.ts';
import { when } from '../parts/when.ts';

const SHOWN = 50;

export async function showLandings(call: PageCall): Promise<ShownPage> {
  const { review } = call.workspace;
  const [landings, discarded] = await Promise.all([
    review.landings.list(),
    review.discarded.list(),
  ]);
  const newest = landings.toReversed().slice(0, SHOWN);
  const gone = discarded.toReversed().slice(0, SHOWN);
  const subjects = await subjectsOf(call, newest, gone);
  return {
    kind: 'page',
    section: 'landings',
    title: 'Landed and discarded',
    body: html`<header class="page-head">
        <h1>Landed and discarded</h1>
      </header>
      <section>
        <h2>Landed</h2>
        ${
          newest.length === 0
            ? html`<p class="empty">Nothing has landed yet.</p>`
            : html`<ul class="rows">
                ${newest.map((landing) => landingRow(call, landing, subjects))}
              </ul>`
        }
      </section>
      <section>
        <h2>Discarded</h2>
        ${
          gone.length === 0
            ? html`<p class="empty">Nothing was discarded.</p>`
            : html`<ul class="rows">
                ${gone.map((one) => discardedRow(call, one, subjects))}
              </ul>`
        }
      </section>`,
  };
}

type Subjects = ReadonlyMap<string, string>;

/** Of the newest commit of each branch: what people know it by. */
function subjectsOf(
  { workspace: { location, gitEnv } }: PageCall,
  landings: readonly Landing[],
  discarded: readonly DiscardedBranch[],
): Promise<Subjects> {
  const tips = [
    ...landings.flatMap(({ steps }) => steps.map(({ tip }) => tip)),
    ...discarded.map(({ tip }) => tip),
  ];
  return commitSubjects({ cwd: location.gitDir, env: gitEnv }, tips.filter(isCommitSha));
}

function titleOf({ steps }: Landing, subjects: Subjects): string {
  const [first] = steps;
  if (first === undefined) return '';
  const title = subjects.get(first.tip) || shortBranch(first.branch);
  return steps.length === 1 ? title : `${title}, and ${steps.length - 1} more`;
}

function landingRow(call: PageCall, landing: Landing, subjects: Subjects): Html {
  const { state, steps, target, method, by, startedAt, reason, from, to, id } = landing;
  const diff = {
    base: from,
    tip: to ?? '',
    branch: null,
    layout: 'unified',
    around: AROUND,
  } as const;
  return html`<li id="${id}">
    <div class="set-head">
      <b>${titleOf(landing, subjects)}</b
      ><span class="tag ${TONES[state.kind] ?? ''}">${WORDS[state.kind] ?? state.kind}</span>
    </div>
    <p class="set-facts">
      ${steps.map(({ branch }) => shortBranch(branch)).join(', ')} on ${target} · ${method} · ${by} ·
      ${when(call.now, startedAt)}${
        to !== null &&
        html` ·
          <a href="${diffLink(diff)}"
            ><code>${from.slice(0, 9)}</code> → <code>${to.slice(0, 9)}</code></a
          >`
      }
    </p>
    ${reason !== '' && html`<p>${reason}</p>`}${'why' in state && html`<p>${state.why}</p>`}${
      state.kind === 'queued' && html`<p>Waits for: ${state.paths.join(', ')}</p>`
    }${state.kind === 'landed' ? undoForm(call, id) : nothing}
  </li>`;
}

const TONES: Readonly<Record<string, string>> = {
  landed: 'good',
  refused: 'bad',
  queued: 'warn',
  undone: '',
};
const WORDS: Readonly<Record<string, string>> = {
  preparing: 'being prepared',
  moving: 'under way',
  queued: 'lands when clean',
};

function undoForm(call: PageCall, id: string): Html {
  return html`<details class="inline">
    <summary>Undo</summary>
    ${postForm(call, {
      action: '/review/undo',
      fields: { id },
      className: 'stack row',
      body: html`<label
          >Reason, required <input name="reason" required maxlength="2000" autocomplete="off" /></label
        >${submitButton({
          label: 'Undo this landing',
          tone: 'danger',
        })}`,
    })}
  </details>`;
}

function discardedRow(
  call: PageCall,
  { branch, tip, reason, by, at, state, id }: DiscardedBranch,
  subjects: Subjects,
): Html {
  return html`<li>
    <div class="set-head">
      <b>${subjects.get(tip) || shortBranch(branch)}</b>
      <span class="tag">${state}</span>
    </div>
    <p class="set-facts">
      <span title="${branch}">${shortBranch(branch)}</span> · <code>${tip.slice(0, 9)}</code> ·
      ${by} · ${when(call.now, at)}
    </p>
    ${
      reason !== '' && html`<p>${reason}</p>`
    }${state === 'discarded' && postButton(call, { action: '/review/restore', fields: { what: id }, label: 'Restore' })}
  </li>`;
}
