/** Relative times such as `3 h ago`, with the date and time on hover. */
import { html, type Html } from '../../html.ts';

const STEPS: readonly (readonly [number, string])[] = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
];

/** `3 h ago`; of what is to come `in 3 h`. @param at ISO 8601 */
export function when(now: Date, at: string): Html {
  const seconds = Math.round((now.getTime() - Date.parse(at)) / 1_000);
  const [size, unit] = STEPS.find(([length]) => Math.abs(seconds) >= length) ?? [1, ''];
  const amount = `${Math.floor(Math.abs(seconds) / size)} ${unit}`;
  const words = unit === '' ? 'now' : seconds < 0 ? `in ${amount}` : `${amount} ago`;
  return html`<time datetime="${at}" title="${at.replace('T', ' ').slice(0, 16)} UTC"
    >${words}</time
  >`;
}
