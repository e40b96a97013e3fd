/** What landed and what was discarded, each to be taken back while that can be done. */
import type { DiscardedBranch } from '../../../words/review/branch-verdict.ts';
import type { Landing } from '../../../words/review/landing.ts';
import { plural } from '../../../words/text.ts';
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
  const last = newest.find(({ state }) => state.kind === 'landed')?.id ?? null;
  const gone = discarded.toReversed().slice(0, SHOWN);
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
                ${newest.map((landing) => landingRow(call, landing, landing.id === last))}
              </ul>`
        }
      </section>
      <section>
        <h2>Discarded</h2>
        ${
          gone.length === 0
            ? html`<p class="empty">Nothing was discarded.</p>`
            : html`<ul class="rows">
                ${gone.map((one) => discardedRow(call, one))}
              </ul>`
        }
      </section>`,
  };
}

function landingRow(call: PageCall, landing: Landing, isLast: boolean): Html {
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
      <b>${steps.map(({ branch }) => shortBranch(branch)).join(', ')}</b
      ><span class="tag ${TONES[state.kind] ?? ''}">${WORDS[state.kind] ?? state.kind}</span>
    </div>
    <p class="set-facts">
      ${plural(steps.length, 'branch', 'branches')} on ${target} by ${method} · ${by} ·
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
    }${state.kind === 'landed' ? undoForm(call, id, isLast) : nothing}
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

function undoForm(call: PageCall, id: string, open: boolean): Html {
  return html`<details class="inline" ${open && html` open`}>
    <summary>Undo</summary>
    ${postForm(call, {
      action: '/review/undo',
      fields: { id },
      className: 'stack row',
      body: html`<label
          >Why <input name="reason" required maxlength="2000" autocomplete="off" /></label
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
): Html {
  return html`<li>
    <div class="set-head">
      <b title="${branch}">${shortBranch(branch)}</b> <code>${tip.slice(0, 9)}</code>
      <span class="tag">${state}</span>
    </div>
    <p class="set-facts">${by} · ${when(call.now, at)}</p>
    ${
      reason !== '' && html`<p>${reason}</p>`
    }${state === 'discarded' && postButton(call, { action: '/review/restore', fields: { what: id }, label: 'Restore' })}
  </li>`;
}
