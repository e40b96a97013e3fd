/** Answering an agent: one of its options by a press, or in words. */
import type { OpenQuestion } from '../../../runtime/open-questions.ts';
import { oneLine } from '../../../words/text.ts';
import type { PageCall } from '../../contract.ts';
import { postButton, postForm, submitButton } from '../../forms.ts';
import { html, type Html } from '../../html.ts';
import { path } from '../../links.ts';

export function questionLink(run: string): string {
  return path('questions', run);
}

export function answerForm(call: PageCall, { run, question }: OpenQuestion): Html {
  const { options, default: fallback } = question;
  return html`<div class="answers">
      ${options.map((option, at) =>
        postButton(call, {
          action: '/questions/answer',
          fields: { run, option: String(at + 1) },
          label: `${oneLine(option, 200)}${option === fallback ? ' (default)' : ''}`,
          tone: option === fallback ? 'primary' : 'plain',
          ...(at < 9 ? { key: String(at + 1) } : {}),
        }),
      )}
    </div>
    ${postForm(call, {
      action: '/questions/answer',
      fields: { run },
      className: 'stack',
      body: html`<label
          >${options.length === 0 ? 'Answer' : 'Or in words'}
          <textarea name="text" rows="4" required maxlength="20000"></textarea>
        </label>
        <div class="actions">
          ${submitButton({ label: 'Answer', tone: options.length === 0 ? 'primary' : 'plain' })}
        </div>`,
    })}`;
}
