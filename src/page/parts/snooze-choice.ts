/** Snooze, and until when: a button with a list beside it. The form that it stands in sends `until`, as people type it. */
import { SNOOZE_DEFAULT } from '../../inbox/decisions/snooze.ts';
import { html, type Html } from '../html.ts';

const ENDS: readonly (readonly [typed: string, label: string])[] = [
  ['tomorrow', 'until tomorrow'],
  ['monday', 'until Monday'],
  ['7d', 'for 7 days'],
  ['30d', 'for 30 days'],
];

/** @param button that snoozes */
export function snoozeChoice(button: Html): Html {
  return html`<span class="snooze"
    >${button}<select name="until" aria-label="Snooze until">
      ${ENDS.map(
        ([typed, label]) =>
          html`<option value="${typed}"${typed === SNOOZE_DEFAULT && html` selected`}>${label}</option>`,
      )}
    </select></span
  >`;
}
