/** What exactly would happen, before it does: landing, discarding. */
import { findReviewed, type Reviewed } from '../../../review/find-reviewed.ts';
import { previewLanding } from '../../../review/land-branches.ts';
import { asAppError } from '../../../words/errors.ts';
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
import { readinessList } from '../parts/readiness-list.ts';

export async function showLand(call: PageCall): Promise<ShownPage> {
  const what = call.query.get('what') ?? '';
  const found = await findReviewed(call.workspace, { what, signal: call.signal });
  const { branches } = found;
  const target = branches[0]?.target ?? '';
  const lines = readinessOf(found);
  const blocked = lines.filter(({ ok, blocks }) => blocks && ok === false);
  const name = nameOf(found);
  return {
    kind: 'page',
    section: 'review',
    title: `Land ${name}`,
    body: html`<header class="page-head">
        <p class="crumbs"><a href="/review">Review</a> › <a href="${backTo(found)}">${name}</a></p>
        <h1>Land ${plural(branches.length, 'branch', 'branches')} on ${target}</h1>
      </header>
      <div class="narrow">
        <section>
          <h2>What would happen</h2>
          ${plan(branches, target)}${await outcomePart(call, what)}
        </section>
        <section>
          <h2>Before it lands</h2>
          ${readinessList(
            lines,
            branches.map(({ branch }) => branch),
          )}
        </section>
        ${landForm(call, { what: what === '' ? name : what, branches, target, blocked })}
      </div>`,
  };
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
          <h2>What would happen</h2>
          <p>
            ${found.branches.length === 1 ? 'This branch is' : 'These branches are'} deleted. The
            commits are kept, so that it can be taken back below
            <a href="/review/landings">Landed and discarded</a>. Later runs are told, with the
            reason.
          </p>
          ${branchLines(found.branches)}
        </section>
        ${postForm(call, {
          action: '/review/discard',
          fields: { what },
          className: 'stack',
          body: html`<label
              >Why <textarea name="reason" rows="2" required maxlength="2000"></textarea>
            </label>
            <div class="actions">
              ${submitButton({ label: `Discard ${many}`, tone: 'danger' })}<a
                class="button"
                href="${backTo(found)}"
                >Leave it</a
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

function plan(branches: readonly ReviewBranch[], target: string): Html {
  const [first] = branches;
  return html`<p>
      <b>${target}</b> stands at <code>${first?.targetTip.slice(0, 9)}</code>.
      ${
        branches.length > 1
          ? `All ${branches.length} land, in this order, or none does: at the first trouble everything is as before.`
          : 'It lands whole, or everything is as before.'
      }
    </p>
    ${branchLines(branches)}
    <p class="quiet">
      The merge is made aside first. A checkout of ${target} goes along if none of its own changes
      is in the way; else it is refused, with the files. It can be undone until other commits
      build on it.
    </p>`;
}

/** The merge as it would be made now, made aside and thrown away. */
async function outcomePart({ workspace, by, query }: PageCall, what: string): Promise<Html> {
  const method = LAND_METHODS.find((one) => one === query.get('method'));
  try {
    const { files, checkout } = await previewLanding(workspace, {
      what,
      by,
      reason: '',
      anyway: true,
      ...(method === undefined ? {} : { method }),
    });
    return html`<details class="inline"><summary>${plural(files.length, 'file')} would change${
      checkout !== null && html`, in the checkout ${checkout} too`
    }</summary><ul class="plain">${files
      .slice(0, 200)
      .map(
        ({ path, status }) =>
          html`<li><code>${path}</code> <span class="quiet">${status}</span></li>`,
      )}</ul></details>`;
  } catch (thrown) {
    const { message, hint } = asAppError(thrown);
    return html`<p class="notice problem">As it is now it would not land: ${message}${hint !== '' && html`<br>${hint}`}</p>`;
  }
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
    ${branches.length > 1 ? html`<p>Together ${counts(linesOf(branches))}</p>` : nothing}`;
}

interface LandForm {
  readonly what: string;
  readonly branches: readonly ReviewBranch[];
  readonly target: string;
  readonly blocked: readonly ReadinessLine[];
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
    body: html`<fieldset>
        <legend>How</legend>
        <label class="choice"
          ><input type="radio" name="method" value="" ${chosen === null && html` checked`} /> As the
          workspace says</label
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
      <label>Why, for the record <input name="reason" maxlength="2000" autocomplete="off" /></label>
      <label class="choice"
        ><input type="checkbox" name="when-clean" /> If files are in the way in the checkout: land
        as soon as they are not</label
      >${
        blocked.length > 0 &&
        html`<label class="choice warn"
          ><input type="checkbox" name="anyway" required /> Land although
          ${blocked.map(({ name }) => name).join(', ')} ${blocked.length === 1 ? 'stands' : 'stand'}
          in the way</label
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
