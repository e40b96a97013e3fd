/** Which files each variant changes, and where they come to the same. */
import type { BranchChange } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import { html, trusted, type Html } from '../../html.ts';
import { AROUND, diffLink, fileLink } from '../diff/diff-subject.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { shortBranch, subjectOf } from '../parts/branch-name.ts';
import type { Compared } from './compared.ts';

const SHOWN = 200;

export function compareFiles(compared: readonly Compared[]): Html {
  const paths = [
    ...new Set(compared.flatMap(({ branch }) => branch.changes.map(({ path }) => path))),
  ].toSorted();
  return html`<div class="wide">
      <table class="compare-files">
        <thead>
          <tr>
            <th scope="col">File</th>
            ${compared.map(
              ({ branch }) =>
                html`<th scope="col">
                  ${branch.variant?.label ?? branch.engine ?? shortBranch(branch.branch)}
                </th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${paths.slice(0, SHOWN).map((path) => row(path, compared))}
        </tbody>
      </table>
    </div>
    ${
      paths.length > SHOWN &&
      html`<p class="quiet">and ${plural(paths.length - SHOWN, 'more file')}</p>`
    }
    <p>${compared.slice(1).map(({ branch }) => between(compared[0], branch))}</p>`;
}

function row(path: string, compared: readonly Compared[]): Html {
  const changes = compared.map(
    ({ branch }) => branch.changes.find((change) => change.path === path) ?? null,
  );
  const same = allSame(changes);
  return html`<tr>
    <th scope="row">
      ${trusted(visibleText(path))}${same && html` <span class="tag">the same</span>`}
    </th>
    ${changes.map((change, at) => {
      const branch = compared[at]?.branch;
      return change === null || branch === undefined
        ? html`<td class="quiet">left alone</td>`
        : html`<td>
            <a href="${fileLink(subjectOf(branch), path)}"
              >${change.status === 'changed' ? 'changed' : change.status}</a
            >
            ${counts(change)}
          </td>`;
    })}
  </tr>`;
}

function allSame(changes: readonly (BranchChange | null)[]): boolean {
  const [first] = changes;
  return (
    first !== null &&
    first !== undefined &&
    changes.every((one) => one !== null && one.newBlob === first.newBlob && one.mode === first.mode)
  );
}

function between(first: Compared | undefined, other: Compared['branch']): Html | null {
  if (first === undefined) return null;
  const subject = {
    base: first.branch.tip,
    tip: other.tip,
    branch: null,
    layout: 'split',
    around: AROUND,
  } as const;
  return html`<a class="button" href="${diffLink(subject)}"
    >What ${shortBranch(other.branch)} has other than ${shortBranch(first.branch.branch)}</a
  > `;
}
