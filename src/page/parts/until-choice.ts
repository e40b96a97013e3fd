/** A button and, beside it, a list of until when it holds. The form that they stand in sends `until`, as people type it. */
import { SNOOZE_DEFAULT } from '../../inbox/decisions/snooze.ts';
import { html, type Html } from '../html.ts';

type End = readonly [typed: string, label: string];

const ENDS: readonly End[] = [
  ['tomorrow', 'until tomorrow'],
  ['monday', 'until Monday'],
  ['7d', 'for 7 days'],
  ['30d', 'for 30 days'],
];

/** @param button that snoozes */
export function snoozeChoice(button: Html): Html {
  return choice(button, { label: 'Snooze until', ends: ENDS, chosen: SNOOZE_DEFAULT });
}

/** Without an end unless one is chosen. @param button that pauses */
export function pauseChoice(button: Html): Html {
  const ends: readonly End[] = [['', 'until resumed'], ...ENDS];
  return choice(button, { label: 'Pause until', ends, chosen: '' });
}

function choice(
  button: Html,
  {
    label,
    ends,
    chosen,
  }: { readonly label: string; readonly ends: readonly End[]; readonly chosen: string },
): Html {
  return html`<span class="snooze"
    >${button}<select name="until" aria-label="${label}">
      ${ends.map(
        ([typed, text]) =>
          html`<option value="${typed}"${typed === chosen && html` selected`}>${text}</option>`,
      )}
    </select></span
  >`;
}
