/** A change set in a list: what it is, and whether it can land. */
import type { ChangeSet } from '../../../words/review/change-set.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { html, type Html } from '../../html.ts';
import { setLink, withQuery } from '../../links.ts';
import { counts } from '../diff/file-section.ts';
import { branchAnchor } from '../parts/branch-name.ts';
import { readinessTag } from '../parts/readiness-list.ts';
import { riskTag } from '../parts/risk-tag.ts';
import { when } from '../parts/when.ts';

const SHOWN = 6;

export function setRow({ now }: PageCall, set: ChangeSet, walk: string | null): Html {
  const { branches } = set;
  const newest = branches
    .map(({ madeAt }) => madeAt)
    .toSorted()
    .at(-1);
  return html`<li class="set" data-row>
    <div class="set-head">
      <a
        class="set-title"
        href="${withQuery(setLink(set.id), {
          walk,
        })}"
        >${setTitle(set)}</a
      >${readinessTag(set.readiness)}${riskTag(set.risk)}${conflictTag(set)}
    </div>
    <p class="set-facts">
      <code>${set.id}</code> · ${plural(branches.length, 'branch', 'branches')} ·
      ${plural(fileCount(branches), 'file')}
      ${counts(linesOf(branches))}${newest !== undefined && html` · ${when(now, newest)}`}
    </p>
    <ul class="set-branches">
      ${branches
        .slice(0, SHOWN)
        .map(
          (branch) => html`<li>${branchAnchor(branch.branch)} <span>${branch.subject}</span></li>`,
        )}${branches.length > SHOWN && html`<li class="quiet">and ${branches.length - SHOWN} more</li>`}
    </ul>
  </li>`;
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
  return new Set(branches.flatMap(({ changes }) => changes.map(({ path }) => path))).size;
}

function conflictTag({ trials }: ChangeSet): Html | null {
  const count = trials.filter(({ kind }) => kind === 'conflict').length;
  return count === 0 ? null : html`<span class="tag bad">${plural(count, 'conflict')}</span>`;
}
