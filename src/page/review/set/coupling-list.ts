/** Why branches belong together, each reason with both places, which lead into the diffs. */
import type { Coupling, CouplingPlace } from '../../../words/review/change-set.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { html, trusted, type Html } from '../../html.ts';
import { lineLink } from '../diff/diff-subject.ts';
import { visibleText } from '../diff/visible-text.ts';
import { numberedBranch, subjectOf, withNumbers } from '../parts/branch-name.ts';

const SHOWN = 40;

export function couplingList(
  couplings: readonly Coupling[],
  branches: readonly ReviewBranch[],
): Html {
  if (couplings.length === 0) return html`<p class="quiet">Nothing ties it to another branch.</p>`;
  return html`<ul class="couplings">
      ${couplings.slice(0, SHOWN).map((one) => couplingLine(one, branches))}
    </ul>
    ${couplings.length > SHOWN && html`<p class="quiet">and ${couplings.length - SHOWN} more</p>`}`;
}

function couplingLine(
  { kind, detail, places, a, b, binds }: Coupling,
  branches: readonly ReviewBranch[],
): Html {
  return html`<li>
    <p><span class="tag${binds ? '' : ' quiet'}">${kind.replaceAll('-', ' ')}</span> ${withNumbers(detail, namesOf(branches))}</p>
    <div class="places">${place(places[0], a, branches)}${place(places[1], b, branches)}</div>
  </li>`;
}

function place(
  { path, line, text }: CouplingPlace,
  name: string,
  branches: readonly ReviewBranch[],
): Html {
  const branch = branches.find((one) => one.branch === name);
  const where = line === null ? path : `${path}:${line}`;
  const changed = branch?.changes.some((change) => change.path === path) === true;
  return html`<div class="place">
    <span class="quiet">${numberedBranch(name, namesOf(branches))}</span> ${
      branch !== undefined && changed
        ? html`<a href="${lineLink(subjectOf(branch), { file: path, line })}">${where}</a>`
        : html`<span>${where}</span>`
    }${text !== '' && html`<code>${trusted(visibleText(text.slice(0, 300)))}</code>`}
  </div>`;
}

function namesOf(branches: readonly ReviewBranch[]): readonly string[] {
  return branches.map(({ branch }) => branch);
}
