/** Forms that act. Each carries the token that only this session's pages have, and where to come back to. */
import type { PageCall } from './contract.ts';
import { html, nothing, type Html, type HtmlPart } from './html.ts';

/** Names that the frame puts into a form, and takes out again. */
export const CSRF_FIELD = '_csrf';
export const BACK_FIELD = '_back';

export interface FormRequest {
  /** Path of a PageAction. */
  readonly action: string;
  readonly body: HtmlPart;
  /** Hidden ones. */
  readonly fields?: Readonly<Record<string, string>>;
  readonly className?: string;
  /** Asked before it is sent, where there is script: `Discard 3 branches?` */
  readonly confirm?: string;
  /** What who may not send it sees in its place. Default: nothing. */
  readonly otherwise?: Html;
}

type Asking = Pick<PageCall, 'csrf' | 'url' | 'may'>;

export function postForm(call: Asking, request: FormRequest): Html {
  const { action, body, fields = {}, className = 'act', confirm, otherwise = nothing } = request;
  if (!call.may(action)) return otherwise;
  return html`<form
    method="post"
    action="${action}"
    class="${className}"
    ${confirm !== undefined && html` data-confirm="${confirm}"`}
  >
    <input type="hidden" name="${CSRF_FIELD}" value="${call.csrf}" /><input
      type="hidden"
      name="${BACK_FIELD}"
      value="${call.url}"
    />${Object.entries(fields).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    )}${body}
  </form>`;
}

export interface ButtonRequest extends Omit<FormRequest, 'body'> {
  readonly label: string;
  readonly tone?: 'plain' | 'primary' | 'danger';
  /** One key that presses it, told on it. */
  readonly key?: string;
  readonly disabled?: boolean;
}

/** A form that is one button. */
export function postButton(call: Asking, request: ButtonRequest): Html {
  return postForm(call, { ...request, body: submitButton(request) });
}

/** To press inside of a form that has more. */
export function submitButton(
  request: Pick<ButtonRequest, 'label' | 'tone' | 'key' | 'disabled'>,
): Html {
  const { label, tone = 'plain', key, disabled = false } = request;
  return html`<button
    type="submit"
    class="button ${tone}"
    ${
      key !== undefined && html` data-key="${key}" aria-keyshortcuts="${key}"`
    }${disabled && html` disabled`}
  >
    ${label}${key !== undefined && keyHint(key)}
  </button>`;
}

/** At a button that a key presses; it is no part of the button's name, and does not stand where keys are rare. */
export function keyHint(key: string): Html {
  return html`<kbd aria-hidden="true">${key}</kbd>`;
}
