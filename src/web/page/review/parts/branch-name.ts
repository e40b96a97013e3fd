/** Names of branches: short where they stand in a row, whole for whoever points at them. */
import type { ReviewBranch } from '../../../../domain/review/review-branch.ts';
import { plural } from '../../../../domain/text.ts';
import { html, type Html } from '../../html.ts';
import { branchLink, routineLink, runLink } from '../../links.ts';
import { AROUND, diffLink, type DiffSubject } from '../diff/diff-subject.ts';

/** Without `roundsman/`, which all of ours begin with. */
export function shortBranch(branch: string): string {
  return branch.replace(/^roundsman\//, '');
}

export function branchAnchor(branch: string): Html {
  return html`<a class="branch" href="${branchLink(branch)}" title="${branch}"
    >${shortBranch(branch)}</a
  >`;
}

/** A sentence that names branches, with their names short. */
export function withShortNames(text: string, names: readonly string[]): string {
  let short = text;
  for (const name of names) short = short.replaceAll(name, shortBranch(name));
  return short;
}

/** Whose it is, what it was made from, and how much. */
export function branchFacts(branch: ReviewBranch): Html {
  const { routine, runId, engine, owner, commits, behind, target } = branch;
  return html`<span class="branch-facts"
    >${
      routine !== null && html`<a href="${routineLink(routine)}">${routine}</a> · `
    }${runId !== null && html`<a href="${runLink(runId)}">run</a> · `}${engine !== null && html`${engine} · `}${
      owner !== 'run' && html`${owner === 'person' ? 'a person’s' : 'another agent’s'} · `
    }${plural(commits, 'commit')}${behind > 0 && html` · ${behind} behind ${target}`}</span
  >`;
}

export function subjectOf(
  { base, tip, branch }: ReviewBranch,
  layout: DiffSubject['layout'] = 'unified',
): DiffSubject {
  return { base, tip, branch, layout, around: AROUND };
}

export function changesLink(branch: ReviewBranch): string {
  return diffLink(subjectOf(branch));
}
