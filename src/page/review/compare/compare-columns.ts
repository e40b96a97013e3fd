/** A column for each variant: what it says, its numbers, its checks, and the button that chooses it. */
import type { ReadinessLine } from '../../../words/review/readiness.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { runLink } from '../../links.ts';
import { counts } from '../diff/file-section.ts';
import { branchAnchor, changesLink, shortBranch } from '../parts/branch-name.ts';
import { riskReasons, riskTag } from '../parts/risk-tag.ts';
import type { Compared } from './compared.ts';

export function compareColumns(call: PageCall, compared: readonly Compared[]): Html {
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
    body: html`<label>Why <input name="reason" maxlength="500" autocomplete="off" /></label>${
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
