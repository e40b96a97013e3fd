/** The icons of the navigation, drawn for this page: 16 × 16, in the colour of the text. */
import { html, type Html } from '../html.ts';

const DRAWN = {
  home: 'M2.5 7.3 8 2.8l5.5 4.5v5.9h-4V9.6h-3v3.6h-4z',
  inbox: 'M2.3 9.2 4.4 3h7.2l2.1 6.2v3.9H2.3zM2.3 9.2h3.2l.9 1.7h3.2l.9-1.7h3.2',
  review:
    'M4.2 5.4v5.2M4.2 10.6a1.4 1.4 0 1 0 0 .1M4.2 2.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8M11.8 10.4V6.6a2 2 0 0 0-2-2H8m1.8-1.9L7.9 4.6l1.9 1.9M11.8 10.6a1.4 1.4 0 1 0 .1 0',
  routines: 'M13.2 8A5.2 5.2 0 1 1 11.5 4.2M13.4 2.4v2.5h-2.5M8 5v3.3l2.1 1.2',
  runs: 'M4.6 3.2v9.6l8-4.8z',
  library: 'M2.8 3h2.9v10H2.8zM6.9 3h2.9v10H6.9zM11.2 3.6l2.3 9.2',
  settings: 'M2 5h6.4M12 5h2M2 11h2M7.6 11H14M10.2 3.2v3.6M5.8 9.2v3.6',
  search: 'M7 2.8a4.2 4.2 0 1 0 0 8.4 4.2 4.2 0 0 0 0-8.4M10.2 10.2l3.2 3.2',
} as const;

export type IconName = keyof typeof DRAWN;

export function icon(name: IconName): Html {
  return html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" class="line-icon">
    <path d="${DRAWN[name]}" />
  </svg>`;
}
