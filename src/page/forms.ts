/** Forms that act. Each carries the token that only this session's pages have, and where to come back to. */
import { Buffer } from 'node:buffer';

import { AppError } from '../words/errors.ts';
import type { PageCall, Form } from './contract.ts';
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
  /** For a button that stands elsewhere on the page. */
  readonly id?: string;
  /** Asked before it is sent, where there is script: `Discard 3 branches?` */
  readonly confirm?: string;
  /** What who may not send it sees in its place. Default: nothing. */
  readonly otherwise?: Html;
}

type Asking = Pick<PageCall, 'csrf' | 'url' | 'may'>;

export function postForm(call: Asking, request: FormRequest): Html {
  const {
    action,
    body,
    fields = {},
    className = 'act',
    id,
    confirm,
    otherwise = nothing,
  } = request;
  if (!call.may(action)) return otherwise;
  return html`<form
    method="post"
    action="${action}"
    class="${className}"
    ${id !== undefined && html` id="${id}"`}${confirm !== undefined && html` data-confirm="${confirm}"`}
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
  request: Pick<ButtonRequest, 'label' | 'tone' | 'key' | 'disabled'> & { readonly form?: string },
): Html {
  const { label, tone = 'plain', key, disabled = false, form } = request;
  return html`<button
    type="submit"
    class="button ${tone}"
    ${
      key !== undefined && html` data-key="${key}" aria-keyshortcuts="${key}"`
    }${disabled && html` disabled`}${form !== undefined && html` form="${form}"`}
  >
    ${label}${key !== undefined && keyHint(key)}
  </button>`;
}

/** At a button that a key presses; it is no part of the button's name, and does not stand where keys are rare. */
export function keyHint(key: string): Html {
  return html`<kbd aria-hidden="true">${key}</kbd>`;
}

// One field of a form: its label, the control, what helps to fill it in, and what is wrong with what is in it.
export interface FieldRequest {
  /** Of the control; the label and the lines below it refer to it. */
  readonly id: string;
  readonly label: HtmlPart;
  readonly help?: HtmlPart;
  /** One sentence with the next step; `null`: it holds, or nothing was sent yet. */
  readonly error?: HtmlPart;
  /** @param attributes id, and what ties the control to its lines: put among its attributes */
  readonly control: (attributes: Html) => Html;
}

export function field({ id, label, help = null, error = null, control }: FieldRequest): Html {
  const lines = [error === null ? null : `${id}-error`, help === null ? null : `${id}-help`];
  const said = lines.filter((line) => line !== null).join(' ');
  const attributes = html`id="${id}"${said !== '' && html` aria-describedby="${said}"`}${
    error !== null && html` aria-invalid="true" autofocus`
  }`;
  return html`<div class="field">
    <label for="${id}">${label}</label>${control(attributes)}${
      error !== null && html`<p class="field-error" id="${id}-error" role="alert">${error}</p>`
    }${help !== null && html`<p class="field-help" id="${id}-help">${help}</p>`}
  </div>`;
}

// A posted form. Its fields come from outside: bounded, trimmed, never trusted.
export function readForm(body: Uint8Array): Form {
  const fields = new URLSearchParams(Buffer.from(body).toString('utf8'));
  const text = (name: string): string => (fields.get(name) ?? '').replaceAll('\r\n', '\n').trim();
  return {
    text,
    need: (name) => {
      const value = text(name);
      if (value !== '') return value;
      throw new AppError('usage', {
        code: 'field-empty',
        message: `the field "${name}" is empty`,
        hint: 'Go back, fill it in, and send it again.',
      });
    },
    all: (name) => fields.getAll(name).map((value) => value.trim()),
    has: (name) => fields.has(name),
  };
}
