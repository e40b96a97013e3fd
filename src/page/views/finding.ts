/** One finding, opened. */
import { findFinding } from '../../ledger/decide-findings.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { branchesFor } from '../../review/list-findings.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { html } from '../html.ts';
import { branchLink, runLink } from '../links.ts';
import { findingRows } from '../parts/finding-rows.ts';
import { heading, section } from '../parts/pieces.ts';

export async function showFinding(call: PageCall): Promise<ShownPage> {
  const { workspace, params, now } = call;
  const stored = await findFinding(workspace, params['id'] ?? '');
  const finding = { ...stored, state: stateAt(stored, now.toISOString()) };
  const branches = await branchesFor(workspace, finding).catch(() => []);
  const runs = finding.runs.slice(-20).toReversed();
  return {
    kind: 'page',
    section: 'findings',
    title: finding.title,
    body: html`${heading({ title: finding.title, about: html`<a href="/findings">All findings</a>` })}
      <div class="opened">${findingRows(call, [finding])}</div>
      ${
        branches.length > 0 &&
        section({
          title: 'Branches that deal with it',
          body: html`<ul class="rows">
            ${branches.map(
              (branch) =>
                html`<li data-row>
                  <a href="${branchLink(branch)}"><code>${branch}</code></a>
                </li>`,
            )}
          </ul>`,
        })
      }${section({
        title: 'Runs that reported it',
        count: finding.runs.length,
        body: html`<ul class="rows">
          ${runs.map(
            (id) =>
              html`<li data-row>
                <a href="${runLink(id)}"><code>${id}</code></a>
              </li>`,
          )}
        </ul>`,
      })}`,
  };
}
