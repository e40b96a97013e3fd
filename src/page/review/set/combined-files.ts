/** All files of a set: those that several branches touch first, and each with who does what to it. */
import { groupBy } from '../../../words/group-by.ts';
import type { BranchChange, ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import { html, trusted, type Html } from '../../html.ts';
import { fileLink } from '../diff/diff-subject.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { numberedBranch, subjectOf } from '../parts/branch-name.ts';

interface Touch {
  readonly branch: ReviewBranch;
  readonly change: BranchChange;
}

const SHOWN = 200;

export function combinedFiles(branches: readonly ReviewBranch[]): Html {
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
