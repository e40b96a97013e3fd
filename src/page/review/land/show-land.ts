import type { LandingPreview } from '../../../review/contract.ts';
/** What exactly would happen, before it does: landing, discarding. */
import { findReviewed, type Reviewed } from '../../../review/find-reviewed.ts';
import { previewLanding } from '../../../review/land-branches.ts';
import { readySentence } from '../../../review/set-words.ts';
import { AppError, asAppError } from '../../../words/errors.ts';
import type { ReadinessLine } from '../../../words/review/change-set.ts';
import { LAND_METHODS, type LandMethod } from '../../../words/review/landing.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { branchLink, setLink } from '../../links.ts';
import { counts } from '../diff/file-section.ts';
import { linesOf } from '../list/set-row.ts';
import { branchAnchor, shortBranch } from '../parts/branch-name.ts';
import { isHeld, readinessList, withoutCommand } from '../parts/readiness-list.ts';

export async function showLand(call: PageCall): Promise<ShownPage> {
  const what = call.query.get('what') ?? '';
  const found = await findReviewed(call.workspace, { what, signal: call.signal });
  const { branches } = found;
  const target = branches[0]?.target ?? '';
  const lines = readinessOf(found).map(withoutCommand);
  const blocked = isHeld(lines);
  const name = nameOf(found);
  const preview = await previewOf(call, what);
  const form = (): Html =>
    landForm(call, { what: what === '' ? name : what, branches, target, blocked });
  return {
    kind: 'page',
    section: 'review',
    title: `Land ${name}`,
    body: html`<header class="page-head">
        <p class="crumbs"><a href="/review">Review</a> › <a href="${backTo(found)}">${name}</a></p>
        <h1>Land ${plural(branches.length, 'branch', 'branches')} on ${target}</h1>
      </header>
      <div class="narrow">
        ${verdict(preview, lines, branches.length)}${branchLines(branches)}${
          preview instanceof AppError ? nothing : whatChanges(preview, target)
        }
        <details class="inline">
          <summary>All that was checked</summary>
          ${readinessList(
            lines,
            branches.map(({ branch }) => branch),
          )}
        </details>
        ${
          preview instanceof AppError
            ? nothing
            : blocked
              ? html`<details class="panel">
                  <summary>Land it although it is not ready</summary>
                  ${form()}
                </details>`
              : form()
        }
      </div>`,
  };
}

/** The merge as it would be made now, made aside and thrown away; an error: it does not land as it is. */
async function previewOf(
  { workspace, by, query }: PageCall,
  what: string,
): Promise<LandingPreview | AppError> {
  const method = LAND_METHODS.find((one) => one === query.get('method'));
  const request = { what, by, reason: '', anyway: true };
  return previewLanding(workspace, method === undefined ? request : { ...request, method }).catch(
    asAppError,
  );
}

/** Whether it lands, with the one reason. */
function verdict(
  preview: LandingPreview | AppError,
  lines: readonly ReadinessLine[],
  branches: number,
): Html {
  if (preview instanceof AppError) {
    const { message, hint } = preview;
    const next = hint.includes('roundsman ') ? '' : hint;
    return html`<div class="notice plain" role="status">
      <p><b>This cannot land:</b> ${message}.</p>
      ${next !== '' && html`<p>${next}</p>`}
    </div>`;
  }
  const said = readySentence(lines, branches);
  if (isHeld(lines)) return html`<p class="notice plain" role="status"><b>${said}</b></p>`;
  return lines.every(({ ok }) => ok === true)
    ? html`<p class="notice" role="status"><b>Ready to land.</b> ${said}</p>`
    : html`<p class="notice plain" role="status"><b>You can land this.</b> ${said}</p>`;
}

function whatChanges({ files, checkout }: LandingPreview, target: string): Html {
  return html`<details class="inline">
      <summary>
        ${plural(files.length, 'file')} will change on ${target}${
          checkout !== null && html`, and in your checkout ${checkout}`
        }
      </summary>
      <ul class="plain">
        ${files
          .slice(0, 200)
          .map(
            ({ path, status }) =>
              html`<li><code>${path}</code> <span class="quiet">${status}</span></li>`,
          )}
      </ul>
    </details>
    <p class="quiet">You can undo the landing until other commits build on it.</p>`;
}

export async function showDiscard(call: PageCall): Promise<ShownPage> {
  const what = call.query.get('what') ?? '';
  const found = await findReviewed(call.workspace, { what, signal: call.signal });
  const many = plural(found.branches.length, 'branch', 'branches');
  return {
    kind: 'page',
    section: 'review',
    title: `Discard ${nameOf(found)}`,
    body: html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a> › <a href="${backTo(found)}">${nameOf(found)}</a>
        </p>
        <h1>Discard ${many}</h1>
      </header>
      <div class="narrow">
        <section>
          <p>
            ${found.branches.length === 1 ? 'This branch is' : 'These branches are'} deleted. You can
            restore ${found.branches.length === 1 ? 'it' : 'them'} under
            <a href="/review/landings">Landed and discarded</a>. Later runs are told your reason.
          </p>
          ${branchLines(found.branches)}
        </section>
        ${postForm(call, {
          action: '/review/discard',
          fields: { what },
          className: 'stack',
          body: html`<label
              >Reason, required <textarea name="reason" rows="2" required maxlength="2000"></textarea>
            </label>
            <div class="actions">
              ${submitButton({ label: `Discard ${many}`, tone: 'danger' })}<a
                class="button"
                href="${backTo(found)}"
                >Cancel</a
              >
            </div>`,
        })}
      </div>`,
  };
}

function nameOf({ set, branches }: Reviewed): string {
  const [first] = branches;
  return branches.length === 1 && first !== undefined ? shortBranch(first.branch) : (set?.id ?? '');
}

function backTo({ set, branches }: Reviewed): string {
  const [first] = branches;
  if (branches.length === 1 && first !== undefined) return branchLink(first.branch);
  return set === null ? '/review' : setLink(set.id);
}

function readinessOf({ set, branches }: Reviewed): readonly ReadinessLine[] {
  if (set === null) return [];
  const [first] = branches;
  return branches.length === set.branches.length || first === undefined
    ? set.readiness
    : (set.branchReadiness[first.branch] ?? []);
}

function branchLines(branches: readonly ReviewBranch[]): Html {
  return html`<ol class="plan">
      ${branches.map(
        (branch) =>
          html`<li>
            ${branchAnchor(branch.branch)}
            <code>${branch.tip.slice(0, 9)}</code> ${counts(branch)}<br /><span class="quiet"
              >${branch.subject}</span
            >
          </li>`,
      )}
    </ol>
    ${
      branches.length > 1
        ? html`<p>
            Together ${counts(linesOf(branches))}. They land in this order: all of them, or none.
          </p>`
        : nothing
    }`;
}

interface LandForm {
  readonly what: string;
  readonly branches: readonly ReviewBranch[];
  readonly target: string;
  /** Then a person has to say that it lands all the same. */
  readonly blocked: boolean;
}

const METHOD_WORDS: Readonly<Record<LandMethod, string>> = {
  merge: 'A merge commit for each branch',
  squash: 'One commit for each branch',
  rebase: 'Its commits, on top',
};

function landForm(call: PageCall, { what, branches, target, blocked }: LandForm): Html {
  const chosen = call.query.get('method');
  return postForm(call, {
    action: '/review/land',
    fields: { what, seen: JSON.stringify(seenTips(branches)) },
    className: 'stack',
    body: html`<details class="inline" ${chosen !== null && html` open`}>
        <summary>Options</summary>
        <fieldset>
          <legend>Method</legend>
          <label class="choice"
            ><input type="radio" name="method" value="" ${chosen === null && html` checked`} />
            Default of this workspace</label
          >${LAND_METHODS.map(
            (method) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="method"
                  value="${method}"
                  ${chosen === method && html` checked`}
                />
                <b>${method}</b> <span class="quiet">${METHOD_WORDS[method]}</span></label
              >`,
          )}
        </fieldset>
        <label class="choice"
          ><input type="checkbox" name="when-clean" /> If files that you changed in the checkout are
          in the way, land as soon as they are not</label
        >
      </details>
      <label>Reason, optional <input name="reason" maxlength="2000" autocomplete="off" /></label>${
        blocked &&
        html`<label class="choice warn"
          ><input type="checkbox" name="anyway" required /> Land it although it is not ready</label
        >`
      }
      <div class="actions">
        ${submitButton({
          label: `Land ${plural(branches.length, 'branch', 'branches')} on ${target}`,
          tone: 'primary',
          key: 'y',
        })}
      </div>`,
  });
}

/** Bound to what was looked at: a tip that moves before the button is pressed is refused. */
function seenTips(branches: readonly ReviewBranch[]): Readonly<Record<string, string>> {
  return Object.fromEntries(branches.map(({ branch, tip }) => [branch, tip]));
}
