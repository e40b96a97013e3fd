/** One change set: what it is, why it is one, whether it can land, and what can be done with it. */
import { findReviewed } from '../../../review/find-reviewed.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { ChangeSet, ReviewLook } from '../../../words/review/change-set.ts';
import type { BranchChange, ReviewBranch } from '../../../words/review/review-branch.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { PageCall, ShownMove, ShownPage } from '../../contract.ts';
import { postButton, postForm, submitButton } from '../../forms.ts';
import { html, type Html, nothing, trusted } from '../../html.ts';
import { branchLink, setLink, withQuery } from '../../links.ts';
import { branchDiff } from '../branch/show-branch.ts';
import { fileLink } from '../diff/diff-subject.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { fileCount, linesOf, setTitle } from '../list/set-row.ts';
import { formatWalk, neighbours } from '../list/show-review.ts';
import {
  branchAnchor,
  branchFacts,
  changesLink,
  numberedBranch,
  shortBranch,
  subjectOf,
} from '../parts/branch-name.ts';
import { readinessList, readinessTag, riskReasons, riskTag } from '../parts/readiness-list.ts';
import { conflictMatrix, couplingList } from './branch-relations.ts';
import { unionPart } from './union-part.ts';

// All files of a set: those that several branches touch first, and each with who does what to it.

interface Touch {
  readonly branch: ReviewBranch;
  readonly change: BranchChange;
}

const SHOWN = 200;

function combinedFiles(branches: readonly ReviewBranch[]): Html {
  const touches = branches.flatMap((branch) =>
    branch.changes.map((change): Touch => ({ branch, change })),
  );
  const names = branches.map(({ branch }) => branch);
  const files = [...groupBy(touches, ({ change }) => change.path)].toSorted(
    (a, b) => b[1].length - a[1].length || (a[0] < b[0] ? -1 : 1),
  );
  return html`<table class="combined">
      <thead>
        <tr>
          <th scope="col">File</th>
          <th scope="col">Changed by</th>
        </tr>
      </thead>
      <tbody>
        ${files
          .slice(0, SHOWN)
          .map(
            ([path, by]) =>
              html`<tr${by.length > 1 && html` class="shared"`}><th scope="row">${trusted(visibleText(path))}${
                by.length > 1 && html` <span class="tag warn">${by.length} branches</span>`
              }</th><td>${by.map((touch) => touchLink(touch, names))}</td></tr>`,
          )}
      </tbody>
    </table>
    ${files.length > SHOWN && html`<p class="quiet">and ${plural(files.length - SHOWN, 'more file')}</p>`}`;
}

function touchLink({ branch, change }: Touch, names: readonly string[]): Html {
  return html`<a
    class="touch"
    href="${fileLink(subjectOf(branch), change.path)}"
    >${numberedBranch(branch.branch, names)}
    ${change.status === 'changed' ? null : html`<span class="quiet">${change.status}</span> `}${counts(change)}</a
  >`;
}

export async function showSet(call: PageCall): Promise<ShownPage | ShownMove> {
  const { workspace, signal, params } = call;
  const { set, branches, look } = await findReviewed(workspace, {
    what: params['set'] ?? '',
    signal,
  });
  const [first] = branches;
  // What is typed there may be a branch.
  if (first !== undefined && (set === null || branches.length < set.branches.length))
    return { kind: 'move', to: branchLink(first.branch) };
  if (set === null) return { kind: 'move', to: '/review' };
  const walk = call.query.get('walk');
  return {
    kind: 'page',
    section: 'review',
    title: oneLine(setTitle(set), 80),
    body: html`${walkBar(look.sets, set, walk)}${head(call, set)}<div class="set-page"><div>${
      set.branches.length === 1 && first !== undefined
        ? html`<h2 class="sr">Changes</h2>${await branchDiff(call, first)}`
        : mainPart(set, branches)
    }</div><div>${await sidePart(call, set, branches)}<details class="panel"><summary>Change the group</summary>${joinForm(
      call,
      set,
      look,
    )}${partForm(call, set)}</details></div></div>`,
  };
}

function head(call: PageCall, set: ChangeSet): Html {
  const { branches } = set;
  const [only] = branches;
  return html`<header class="page-head"><p class="crumbs"><a href="/review">Review</a> › ${set.id}</p><h1>${setTitle(set)}</h1>
<p class="set-facts">${readinessTag(set.readiness)} ${riskTag(set.risk)} ${
    only !== undefined && branches.length === 1
      ? html`${branchAnchor(only.branch)} · ${branchFacts(only)}`
      : plural(branches.length, 'branch', 'branches')
  } onto <b>${set.target}</b> · ${plural(
    fileCount(branches),
    'file',
  )} ${counts(linesOf(branches))}</p>${actions(call, set)}</header>`;
}

function mainPart(set: ChangeSet, branches: readonly ReviewBranch[]): Html {
  return html`${variantsPart(set)}<section><h2>Branches, in the order they land</h2>${branchTable(set, branches)}</section><section><h2>Why they belong together</h2>${couplingList(set.couplings, branches)}</section><section><h2>Files</h2>${combinedFiles(branches)}</section>`;
}

async function sidePart(
  call: PageCall,
  set: ChangeSet,
  branches: readonly ReviewBranch[],
): Promise<Html> {
  const names = branches.map(({ branch }) => branch);
  return html`<section><h2>Before it lands</h2>${readinessList(set.readiness, names)}</section>
<section><h2>Risk: ${set.risk.level}</h2>${riskReasons(set.risk)}</section>
${set.trials.length + branches.length > 1 && html`<section><h2>Conflicts</h2>${conflictMatrix(set)}</section>`}
<section><h2>${branches.length === 1 ? 'Test' : 'Test together'}</h2>${await unionPart(call, set)}</section>`;
}

function walkBar(sets: readonly ChangeSet[], set: ChangeSet, walk: string | null): Html {
  const { before, after, place } = neighbours(sets, set.id, walk);
  const to = (one: ChangeSet): string => withQuery(setLink(one.id), { walk });
  if (place === '' || sets.length < 2) return nothing;
  return html`<nav class="walk" aria-label="Change sets">
    ${
      before === null
        ? html`<span class="quiet">Previous</span>`
        : html`<a href="${to(before)}" rel="prev" data-key="[">Previous</a>`
    }<span>${place}${walk !== null && ` ${formatWalk(walk)}`}</span>${
      after === null
        ? html`<span class="quiet">Next</span>`
        : html`<a href="${to(after)}" rel="next" data-key="]">Next</a>`
    }
  </nav>`;
}

function actions(call: PageCall, set: ChangeSet): Html {
  const [only] = set.branches;
  return html`<div class="actions">
    <a
      class="button primary"
      data-key="l"
      href="${withQuery('/review/land', {
        what: set.id,
      })}"
      >Land…</a
    >${
      set.branches.length === 1 &&
      only !== undefined &&
      html`<a class="button" data-key="f" href="${branchLink(only.branch)}">Open the branch</a>`
    }<a class="button danger" href="${withQuery('/review/discard', { what: set.id })}">Discard…</a
    >${postButton(call, {
      action: '/review/judge',
      fields: { what: set.order[0] ?? only?.branch ?? '' },
      label: 'Ask another engine',
    })}
  </div>`;
}

function branchTable(set: ChangeSet, branches: readonly ReviewBranch[]): Html {
  return html`<ol class="branches">
    ${branches.map((branch) => {
      const risk = set.risks[branch.branch];
      const ready = set.branchReadiness[branch.branch] ?? [];
      return html`<li>
        <div class="set-head">
          ${branchAnchor(branch.branch)}${readinessTag(ready)}${
            risk !== undefined && riskTag(risk)
          }${counts(branch)}
        </div>
        <p>${branch.subject}</p>
        <p class="set-facts">
          ${branchFacts(branch)} ·
          <a href="${changesLink(branch)}">${plural(branch.changes.length, 'file')}</a>
        </p>
        <details class="inline">
          <summary>Readiness</summary>
          ${readinessList(ready)}
        </details>
      </li>`;
    })}
  </ol>`;
}

function variantsPart({ variants, id }: ChangeSet): Html {
  if (variants.length === 0) return nothing;
  return html`<section class="variants">
    <h2>Several did the same task</h2>
    ${variants.map(
      (names) =>
        html`<p>${names.map((name, at) => html`${at > 0 && ', '}${branchAnchor(name)}`)}</p>
          <p>
            <a
              class="button primary"
              data-key="v"
              href="${withQuery('/review/compare', { set: id, of: names.join('\n') })}"
              >Compare ${names.length} side by side</a
            >
          </p>`,
    )}
  </section>`;
}

/**
 * A person's word on what belongs together.
 * With a branch of another set.
 */
function joinForm(call: PageCall, set: ChangeSet, look: ReviewLook): Html {
  const [own] = set.branches;
  const others = look.sets
    .filter(({ id, target }) => id !== set.id && target === set.target)
    .flatMap(({ branches }) => branches.map(({ branch }) => branch));
  if (own === undefined || others.length === 0) return nothing;
  return postForm(call, {
    action: '/review/choose',
    fields: { kind: 'join', branch: own.branch },
    className: 'stack',
    body: html`<label
        >Add a branch to this group
        <select name="branch">
          ${others
            .slice(0, 200)
            .map((branch) => html`<option value="${branch}">${shortBranch(branch)}</option>`)}
        </select></label
      >
      <label>Reason, optional <input name="reason" maxlength="500" autocomplete="off" /></label
      >${submitButton({ label: 'Add to the group' })}`,
  });
}

/** One branch from all others of its set. */
function partForm(call: PageCall, { branches }: ChangeSet): Html {
  if (branches.length < 2) return nothing;
  return postForm(call, {
    action: '/review/choose',
    fields: { kind: 'part', set: branches.map(({ branch }) => branch).join('\n') },
    className: 'stack',
    body: html`<label
        >Take a branch out of this group
        <select name="branch">
          ${branches.map(
            ({ branch }) => html`<option value="${branch}">${shortBranch(branch)}</option>`,
          )}
        </select></label
      ><label>Reason, optional <input name="reason" maxlength="500" autocomplete="off" /></label>${submitButton(
        {
          label: 'Take it out',
        },
      )}`,
  });
}
