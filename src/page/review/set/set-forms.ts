/** A person's word on what belongs together. */
import type { ChangeSet, ReviewLook } from '../../../words/review/change-set.ts';
import type { PageCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, nothing, type Html } from '../../html.ts';
import { shortBranch } from '../parts/branch-name.ts';

/** With a branch of another set. */
export function joinForm(call: PageCall, set: ChangeSet, look: ReviewLook): Html {
  const [own] = set.branches;
  const others = look.sets
    .filter(({ id, target }) => id !== set.id && target === set.target)
    .flatMap(({ branches }) => branches.map(({ branch }) => branch));
  if (own === undefined || others.length === 0) return nothing;
  return postForm(call, {
    action: '/review/choose',
    fields: { kind: 'join', branch: own.branch },
    className: 'stack',
    body: html`<label
        >Join with
        <select name="branch">
          ${others
            .slice(0, 200)
            .map((branch) => html`<option value="${branch}">${shortBranch(branch)}</option>`)}
        </select></label
      >
      <label>Why <input name="reason" maxlength="500" autocomplete="off" /></label
      >${submitButton({ label: 'Join' })}`,
  });
}

/** One branch from all others of its set. */
export function partForm(call: PageCall, { branches }: ChangeSet): Html {
  if (branches.length < 2) return nothing;
  return postForm(call, {
    action: '/review/choose',
    fields: { kind: 'part', set: branches.map(({ branch }) => branch).join('\n') },
    className: 'stack',
    body: html`<label
        >Part
        <select name="branch">
          ${branches.map(
            ({ branch }) => html`<option value="${branch}">${shortBranch(branch)}</option>`,
          )}
        </select></label
      ><label>Why <input name="reason" maxlength="500" autocomplete="off" /></label>${submitButton({
        label: 'Part it from the others',
      })}`,
  });
}
