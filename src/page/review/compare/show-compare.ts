/** What several made of one task, beside one another; one of them is chosen. */
import { findReviewed, type Reviewed } from '../../../review/find-reviewed.ts';
import type { ReadinessLine } from '../../../words/review/change-set.ts';
import type { BranchChange, ReviewBranch } from '../../../words/review/review-branch.ts';
import type { RunView } from '../../../words/run.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, type Html, nothing, trusted } from '../../html.ts';
import { runLink, setLink } from '../../links.ts';
import { empty, heading } from '../../parts/pieces.ts';
import { AROUND, diffLink, fileLink } from '../diff/diff-subject.ts';
import { counts } from '../diff/file-section.ts';
import { visibleText } from '../diff/visible-text.ts';
import { branchAnchor, changesLink, shortBranch, subjectOf } from '../parts/branch-name.ts';
import { riskReasons, riskTag } from '../parts/readiness-list.ts';

// One of several that made the same.

interface Compared {
  readonly branch: ReviewBranch;
  readonly found: Reviewed;
  /** `null`: no run made it. */
  readonly run: RunView | null;
}

// A column for each variant: what it says, its numbers, its checks, and the button that chooses it.

function compareColumns(call: PageCall, compared: readonly Compared[]): Html {
  const rows: readonly (readonly [string, (one: Compared) => Html | string])[] = [
    ['Branch', ({ branch }) => branchAnchor(branch.branch)],
    ['Says', ({ branch }) => branch.subject],
    [
      'Changes',
      ({ branch }) =>
        html`<a href="${changesLink(branch)}">${plural(branch.changes.length, 'file')}</a>
          ${counts(branch)}`,
    ],
    ['Checks', (one) => checks(one)],
    ['Conflicts', (one) => lineOf(one, 'conflicts')],
    ['Risk', ({ branch, found }) => riskOf(found.set?.risks[branch.branch])],
    ['Cost', ({ run }) => costOf(run)],
    ['Took', ({ run }) => tookOf(run)],
    [
      'Report',
      ({ run }) => (run === null ? 'none' : html`<a href="${runLink(run.id)}">Open the report</a>`),
    ],
  ];
  return html`<div class="wide">
    <table class="compare">
      <thead>
        <tr>
          <td></td>
          ${compared.map(
            ({ branch }) =>
              html`<th scope="col">
                ${branch.variant?.label ?? branch.engine ?? shortBranch(branch.branch)}
              </th>`,
          )}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          ([name, cell]) =>
            html`<tr>
              <th scope="row">${name}</th>
              ${compared.map((one) => html`<td>${cell(one)}</td>`)}
            </tr>`,
        )}
        <tr>
          <th scope="row">Choose</th>
          ${compared.map((one) => html`<td>${pickForm(call, one, compared)}</td>`)}
        </tr>
      </tbody>
    </table>
  </div>`;
}

function pickForm(call: PageCall, { branch, found }: Compared, all: readonly Compared[]): Html {
  const others = all.filter((one) => one.branch.branch !== branch.branch);
  const lines = found.set?.branchReadiness[branch.branch] ?? [];
  const blocked = lines.filter(({ ok, blocks }) => blocks && ok === false);
  return postForm(call, {
    action: '/review/pick',
    fields: {
      what: branch.branch,
      of: all.map((one) => one.branch.branch).join('\n'),
      seen: JSON.stringify({ [branch.branch]: branch.tip }),
    },
    className: 'stack',
    confirm: `Land ${shortBranch(branch.branch)} on ${branch.target}, and discard ${plural(others.length, 'other')}?`,
    body: html`<label
        >Reason, optional <input name="reason" maxlength="500" autocomplete="off" /></label
      >${
        blocked.length > 0
          ? html`<label class="choice warn"
              ><input type="checkbox" name="anyway" required /> Although
              ${blocked.map(({ name }) => name).join(', ')}
              ${blocked.length === 1 ? 'stands' : 'stand'} in the way</label
            >`
          : nothing
      }${submitButton({ label: 'Choose this one', tone: 'primary' })}`,
  });
}

function checks(one: Compared): Html {
  return lineOf(one, 'checks');
}

function lineOf({ branch, found }: Compared, name: ReadinessLine['name']): Html {
  const line = found.set?.branchReadiness[branch.branch]?.find((entry) => entry.name === name);
  if (line === undefined) return html`<span class="quiet">none</span>`;
  const tone = line.ok === true ? 'good' : line.ok === null ? 'warn' : 'bad';
  return html`<span class="tag ${tone}"
      >${line.ok === true ? 'yes' : line.ok === null ? 'not known' : 'no'}</span
    >
    ${line.detail}`;
}

function riskOf(risk: Parameters<typeof riskTag>[0] | undefined): Html {
  return risk === undefined
    ? html`<span class="quiet">not known</span>`
    : html`${riskTag(risk)}${riskReasons(risk)}`;
}

function costOf(run: Compared['run']): string {
  const cost = run?.usage?.costUsd ?? null;
  if (cost === null) return 'not known';
  return `${run?.usage?.estimated === true ? 'about ' : ''}$${cost.toFixed(2)}`;
}

function tookOf(run: Compared['run']): string {
  if (run === null || run.startedAt === null || run.endedAt === null) return 'not known';
  const seconds = Math.round((Date.parse(run.endedAt) - Date.parse(run.startedAt)) / 1_000);
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`;
}

const SHOWN = 200;

/** Side by side fits no more. */
const MOST = 5;

export async function showCompare(call: PageCall): Promise<ShownPage> {
  const { query, workspace, signal } = call;
  const names = (query.get('of') ?? '')
    .split('\n')
    .filter((name) => name !== '')
    .toSorted()
    .slice(0, MOST);
  if (names.length < 2) return nothingChosen();
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
        <h1>${compared.length} variants of one task</h1>
        <p>
          Choose one: it lands on ${compared[0]?.branch.target ?? ''}, and the others are discarded. You can
          restore them. Later runs are told why.
        </p>
      </header>
      ${compareColumns(call, compared)}
      <h2>Files</h2>
      ${compareFiles(compared)}`,
  };
}

function nothingChosen(): ShownPage {
  return {
    kind: 'page',
    section: 'review',
    title: 'Compare',
    body: html`${heading({ title: 'Compare' })}${empty(
      'No branches are chosen.',
      html`Branches that do the same task have a Compare button under <a href="/review">Review</a>.`,
    )}`,
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
