/** How much there is to look at. */
import type { Risk } from '../../../words/review/risk.ts';
import { html, type Html } from '../../html.ts';

export function riskTag({ level }: Risk): Html {
  return html`<span class="tag risk-${level}">${level} risk</span>`;
}

export function riskReasons({ reasons }: Risk): Html {
  return html`<ul class="reasons">
    ${reasons.map((reason) => html`<li>${reason}</li>`)}
  </ul>`;
}
