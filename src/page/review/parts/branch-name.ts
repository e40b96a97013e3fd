/** Branch names: short in lists, in full on hover. */
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
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

/** In a set: the branch's number in it and its stem; the full name on hover. @param names in their order */
export function numberedBranch(branch: string, names: readonly string[]): Html {
  const at = names.indexOf(branch);
  if (at < 0) return html`<span title="${branch}">${shortBranch(branch)}</span>`;
  return html`<span class="nth" title="${branch}"><b>${at + 1}</b> ${stemOf(branch)}</span>`;
}

/** `rename-dates` of `roundsman/rename-dates/2026-11-22-t8c5dk-1`: the number beside it tells the rest. */
function stemOf(branch: string): string {
  const short = shortBranch(branch);
  return short === branch ? branch : (short.split('/')[0] ?? short);
}

/** A sentence that names branches of a set, each by its number. */
export function withNumbers(text: string, names: readonly string[]): Html {
  let pieces: readonly (string | Html)[] = [text];
  // The longest first: one name may begin another.
  for (const name of names.toSorted((a, b) => b.length - a.length)) {
    pieces = pieces.flatMap((piece) =>
      typeof piece !== 'string'
        ? [piece]
        : piece
            .split(name)
            .flatMap((part, at) => (at === 0 ? [part] : [numberedBranch(name, names), part])),
    );
  }
  return html`${pieces}`;
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
