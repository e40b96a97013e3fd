/** What several made of one task, beside one another; one of them is chosen. */
import { findReviewed } from '../../../review/find-reviewed.ts';
import { AppError } from '../../../words/errors.ts';
import type { BranchChange } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { html, trusted, type Html } from '../../html.ts';
import { setLink } from '../../links.ts';
import { AROUND, diffLink, fileLink } from '../diff/diff-subject.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { shortBranch, subjectOf } from '../parts/branch-name.ts';
import { compareColumns } from './compare-columns.ts';
import type { Compared } from './compared.ts';

const SHOWN = 200;

/** Side by side fits no more. */
const MOST = 5;

export async function showCompare(call: PageCall): Promise<ShownPage> {
  const { query, workspace, signal } = call;
  const names = [...(query.get('of') ?? '').split('\n'), query.get('a') ?? '', query.get('b') ?? '']
    .filter((name) => name !== '')
    .toSorted()
    .slice(0, MOST);
  if (names.length < 2) {
    throw new AppError('usage', {
      code: 'nothing-to-compare',
      message: 'two branches at least are compared',
      hint: 'Open a branch group whose variants can be compared.',
    });
  }
  const { views } = await workspace.runs.listViews({ parts: true });
  const compared: Compared[] = [];
  for (const what of names) {
    const found = await findReviewed(workspace, { what, signal });
    const [branch] = found.branches;
    if (branch === undefined) continue;
    const run = views.find(({ id }) => id === branch.runId) ?? null;
    compared.push({ branch, found, run });
  }
  const set = compared[0]?.found.set ?? null;
  return {
    kind: 'page',
    section: 'review',
    title: 'Compare',
    body: html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a>${
            set !== null && html` › <a href="${setLink(set.id)}">${set.id}</a>`
          }
        </p>
        <h1>${compared.length} made the same</h1>
        <p>
          Choose one: it lands on ${compared[0]?.branch.target ?? ''}, and the others are discarded,
          restorably. Later runs are told why.
        </p>
      </header>
      ${compareColumns(call, compared)}
      <h2>Files</h2>
      ${compareFiles(compared)}`,
  };
}

/** Which files each variant changes, and where they come to the same. */
function compareFiles(compared: readonly Compared[]): Html {
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
