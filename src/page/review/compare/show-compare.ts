/** What several made of one task, beside one another; one of them is chosen. */
import { findReviewed } from '../../../review/find-reviewed.ts';
import { AppError } from '../../../words/errors.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { html } from '../../html.ts';
import { setLink } from '../../links.ts';
import { compareColumns } from './compare-columns.ts';
import { compareFiles } from './compare-files.ts';
import type { Compared } from './compared.ts';

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
      hint: 'Open a change set whose variants can be compared.',
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
