/** One field of a form: its label, the control, what helps to fill it in, and what is wrong with what is in it. */
import { html, type Html, type HtmlPart } from '../html.ts';

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
