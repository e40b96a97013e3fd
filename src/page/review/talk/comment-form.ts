/** Where a comment is written: at a line by script, else with the place typed. */
import type { PageCall } from '../../contract.ts';
import { postForm, submitButton } from '../../forms.ts';
import { html, type Html } from '../../html.ts';
import { branchLink } from '../../links.ts';

export interface CommentForm {
  readonly branch: string;
  /** `null`: of the branch; the place may be typed. */
  readonly path: string | null;
}

export function commentForm(call: PageCall, { branch, path }: CommentForm): Html {
  const back = { ...call, url: branchLink(branch) };
  return postForm(back, {
    action: '/review/comment',
    fields: { branch },
    className: 'comment-form stack',
    body: html`<div class="comment-place">
        <label
          >File
          <input
            name="path"
            value="${path ?? ''}"
            maxlength="1000"
            placeholder="empty: on the whole"
            autocomplete="off"
        /></label>
        <label
          >Lines
          <input
            name="lines"
            pattern="\\d{1,8}(-\\d{1,8})?"
            placeholder="12 or 12-15"
            autocomplete="off"
        /></label>
        <label
          >Of
          <select name="side">
            <option value="new">the branch</option>
            <option value="old">before it</option>
          </select></label
        >
      </div>
      <label>Comment <textarea name="text" rows="3" required maxlength="10000"></textarea></label>
      <div class="actions small">${submitButton({ label: 'Add comment', tone: 'primary' })}</div>`,
  });
}

/** Taken by the script for each line that somebody comments on. */
export function commentTemplate(call: PageCall, branch: string): Html {
  return html`<template id="comment-form">${commentForm(call, { branch, path: null })}</template>`;
}
