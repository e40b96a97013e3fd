/** A change set in a list: what it is, whether it can land, what it touches, and the one thing to do next. */
import { readySentence } from '../../../review/set-words.ts';
import type { ChangeSet } from '../../../words/review/change-set.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { html, trusted, type Html } from '../../html.ts';
import { routineLink, setLink, withQuery } from '../../links.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { branchAnchor } from '../parts/branch-name.ts';
import { isHeld, readinessTag, riskTag, withoutCommand } from '../parts/readiness-list.ts';
import { when } from '../parts/when.ts';

const SHOWN = 6;
const FILES_SHOWN = 4;

export function setRow(call: PageCall, set: ChangeSet, walk: string | null): Html {
  const { branches, readiness } = set;
  const to = withQuery(setLink(set.id), { walk });
  return html`<li class="set" data-row>
    <div class="set-main">
      <div class="set-head">
        <a class="set-title" href="${to}">${setTitle(set)}</a>${readinessTag(
          readiness,
        )}${riskTag(set.risk)}${conflictTag(set)}
      </div>
      <p>${readySentence(readiness.map(withoutCommand), branches.length)}</p>
      <p class="set-facts">${factsOf(call, set)}</p>
      ${branches.length > 1 && branchNames(branches)}
      <p class="set-files">${filesOf(branches)}</p>
    </div>
    <div class="set-acts">${nextStep(set, to)}</div>
  </li>`;
}

/** What is held cannot land yet, and of variants one is chosen first. */
function nextStep(set: ChangeSet, to: string): Html {
  const [names] = set.variants;
  if (names !== undefined)
    return html`<a
      class="button primary"
      href="${withQuery('/review/compare', { set: set.id, of: names.join('\n') })}"
      >Compare ${names.length}</a
    >`;
  if (isHeld(set.readiness)) return html`<a class="button" href="${to}">Open</a>`;
  return html`<a class="button" href="${to}">Open</a
    ><a class="button primary" data-key="l" href="${withQuery('/review/land', { what: set.id })}"
      >Land…</a
    >`;
}

function factsOf({ now }: PageCall, { id, branches, target }: ChangeSet): Html {
  const [first] = branches;
  const newest = branches
    .map(({ madeAt }) => madeAt)
    .toSorted()
    .at(-1);
  const alone = branches.length === 1 ? first : undefined;
  return html`${
    alone !== undefined &&
    html`${alone.routine !== null && html`<a href="${routineLink(alone.routine)}">${alone.routine}</a> · `}${branchAnchor(alone.branch)} · `
  }${branches.length > 1 && `${branches.length} branches · `}onto ${target} · ${plural(
    fileCount(branches),
    'file',
  )} ${counts(linesOf(branches))}${newest !== undefined && html` · ${when(now, newest)}`} ·
    <code>${id}</code>`;
}

function branchNames(branches: readonly ReviewBranch[]): Html {
  return html`<ul class="set-branches">
    ${branches
      .slice(0, SHOWN)
      .map(
        (branch) => html`<li>${branchAnchor(branch.branch)} <span>${branch.subject}</span></li>`,
      )}${branches.length > SHOWN && html`<li class="quiet">and ${branches.length - SHOWN} more</li>`}
  </ul>`;
}

function filesOf(branches: readonly ReviewBranch[]): Html {
  const paths = [...pathsOf(branches)];
  const rest = paths.length - FILES_SHOWN;
  return html`${paths.slice(0, FILES_SHOWN).map((path) => html`<code>${trusted(visibleText(path))}</code> `)}${
    rest > 0 && html`<span class="quiet">and ${rest} more</span>`
  }`;
}

/** What its oldest branch says it does, and how many go with it. */
export function setTitle(set: ChangeSet): string {
  const [first] = set.branches;
  if (first === undefined) return set.id;
  if (set.branches.length === 1) return first.subject === '' ? first.branch : first.subject;
  if (set.variants.some((names) => names.length === set.branches.length))
    return `${first.subject}: ${plural(set.branches.length, 'variant')}`;
  return `${first.subject}, and ${set.branches.length - 1} more`;
}

export function linesOf(branches: readonly ReviewBranch[]): {
  readonly insertions: number;
  readonly deletions: number;
} {
  const sum = (of: (branch: ReviewBranch) => number): number =>
    branches.reduce((all, branch) => all + of(branch), 0);
  return { insertions: sum((one) => one.insertions), deletions: sum((one) => one.deletions) };
}

export function fileCount(branches: readonly ReviewBranch[]): number {
  return pathsOf(branches).size;
}

function pathsOf(branches: readonly ReviewBranch[]): ReadonlySet<string> {
  return new Set(branches.flatMap(({ changes }) => changes.map(({ path }) => path)));
}

function conflictTag({ trials }: ChangeSet): Html | null {
  const count = trials.filter(({ kind }) => kind === 'conflict').length;
  return count === 0 ? null : html`<span class="tag bad">${plural(count, 'conflict')}</span>`;
}
