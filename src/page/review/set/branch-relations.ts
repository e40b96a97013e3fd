/** Which branches merge with which, and each with the target, as a table. */
import type {
  ChangeSet,
  MergeTrial,
  Coupling,
  CouplingPlace,
} from '../../../words/review/change-set.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import { html, nothing, type Html, trusted } from '../../html.ts';
import { lineLink } from '../diff/diff-subject.ts';
import { visibleText } from '../diff/visible-text.ts';
import { numberedBranch, subjectOf, withNumbers } from '../parts/branch-name.ts';

/** A larger table is unreadable; the list below it is complete. */
const MOST_SIDE = 16;

export function conflictMatrix(set: ChangeSet): Html {
  const names = set.order.length > 0 ? set.order : set.branches.map(({ branch }) => branch);
  const trouble = set.trials.filter(({ kind }) => kind !== 'clean');
  const all = html`${trouble.length === 0 ? html`<p class="quiet">Every one merges with every other, and with ${set.target}.</p>` : troubleList(trouble, names)}`;
  if (names.length < 2 || names.length > MOST_SIDE) return all;
  return html`<div class="wide">
      <table class="matrix">
        <caption>
          Whether two merge: rows with columns
        </caption>
        <thead>
          <tr>
            <td></td>
            ${[set.target, ...names].map(
              (name, at) =>
                html`<th scope="col" title="${name}">${at === 0 ? name : String(at)}</th>`,
            )}
          </tr>
        </thead>
        <tbody>
          ${names.map(
            (name) =>
              html`<tr>
                <th scope="row" title="${name}">${numberedBranch(name, names)}</th>
                ${[set.target, ...names].map((other) => cell(set, name, other))}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    ${all}`;
}

function cell({ trials }: ChangeSet, a: string, b: string): Html {
  if (a === b)
    return html`<td class="self">
      <span aria-hidden="true">·</span><span class="sr">itself</span>
    </td>`;
  const trial = trials.find((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
  const kind = trial?.kind ?? 'clean';
  const words = trial === undefined ? 'merges' : trialWords(trial);
  return html`<td class="${kind}" title="${words}">
    <span aria-hidden="true">${SIGNS[kind]}</span><span class="sr">${words}</span>
  </td>`;
}

const SIGNS: Readonly<Record<MergeTrial['kind'], string>> = {
  clean: '✓',
  conflict: '✕',
  error: '?',
};

function trialWords({ kind, files, detail }: MergeTrial): string {
  if (kind === 'clean') return 'merges';
  if (kind === 'error') return `could not be tried: ${detail}`;
  return `conflict in ${files
    .slice(0, 5)
    .map(({ path }) => path)
    .join(', ')}`;
}

function troubleList(trials: readonly MergeTrial[], names: readonly string[]): Html {
  if (trials.length === 0) return nothing;
  return html`<ul class="trouble">
    ${trials.slice(0, 50).map(
      ({ a, b, kind, files, detail }) =>
        html`<li>
          ${numberedBranch(a, names)} and ${numberedBranch(b, names)}:
          ${
            kind === 'error'
              ? html`could not be tried: ${detail}`
              : html`${plural(files.length, 'file')} in conflict
                  <ul>
                    ${files.slice(0, 20).map(
                      (file) =>
                        html`<li>
                            <code>${file.path}</code> <span class="quiet">${file.kind}</span>
                          </li>`,
                    )}
                  </ul>`
          }
        </li>`,
    )}
  </ul>`;
}

// Why branches belong together, each reason with both places, which lead into the diffs.
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
