/** Choosing the files of a branch that get one of their own. */
import { findReviewed } from '../../../review/find-reviewed.ts';
import { plural } from '../../../words/text.ts';
import type { PageCall, ShownPage } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html } from '../../html.ts';
import { branchLink } from '../../links.ts';
import { counts, pathMarkup } from '../diff/file-section.ts';
import { shortBranch } from '../parts/branch-name.ts';

export async function showSplit(call: PageCall): Promise<ShownPage> {
  const what = call.query.get('what') ?? '';
  const { branches } = await findReviewed(call.workspace, { what, signal: call.signal });
  const [branch] = branches;
  const name = branch?.branch ?? what;
  const changes = branch?.changes ?? [];
  return {
    kind: 'page',
    section: 'review',
    title: `Split ${shortBranch(name)}`,
    body: html`<header class="page-head">
        <p class="crumbs">
          <a href="/review">Review</a> › <a href="${branchLink(name)}">${shortBranch(name)}</a>
        </p>
        <h1>Split by file</h1>
        <p>
          The files that you choose get a branch of their own, the others another. The branch as it
          is now is discarded, and can be restored.
        </p>
      </header>
      ${
        changes.length < 2
          ? html`<p class="empty">
              It changes ${plural(changes.length, 'file')}: there is nothing to split.
            </p>`
          : postForm(call, {
              action: '/review/split',
              fields: { what: name },
              className: 'stack narrow',
              body: html`<fieldset>
                  <legend>Files of their own</legend>
                  ${changes.map(
                    (change) =>
                      html`<label class="choice"
                        ><input type="checkbox" name="file" value="${change.path}" />
                        <span>${pathMarkup(change)}</span> ${counts(change)}</label
                      >`,
                  )}
                </fieldset>
                <label>Reason, optional <input name="reason" maxlength="2000" autocomplete="off" /></label>
                <div class="actions">
                  ${submitButton({ label: 'Split', tone: 'primary' })}<a
                    class="button"
                    href="${branchLink(name)}"
                    >Cancel</a
                  >
                </div>`,
            })
      }`,
  };
}
