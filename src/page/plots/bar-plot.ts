/** Amounts by day as bars, beside a limit. */
import { scaleBand, scaleLinear } from 'd3-scale';

import { html, nothing, type Html } from '../html.ts';
import { plotFoot, type DayValue } from './line-plot.ts';

export interface BarPlot {
  readonly label: string;
  readonly days: readonly DayValue[];
  readonly format: (value: number) => string;
  /** Drawn as a line; `null`: none. */
  readonly limit: number | null;
}

const WIDTH = 300;
const HEIGHT = 92;
const FOOT = 88;
const HEAD = 6;

export function barPlot({ label, days, format, limit }: BarPlot): Html {
  const highest = Math.max(...days.map(({ value }) => value ?? 0), 0);
  if (highest === 0) return nothing;
  const x = scaleBand(
    days.map(({ day }) => day),
    [0, WIDTH],
  ).padding(0.25);
  const y = scaleLinear([0, Math.max(highest, limit ?? 0)], [FOOT, HEAD]);
  return html`<figure class="plot">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}: at most ${format(highest)} a day"
    >
      <line class="plot-ground" x1="0" x2="${WIDTH}" y1="${FOOT}" y2="${FOOT}" />
      ${days.map(({ day, value }) => {
        const top = y(value ?? 0);
        const isOver = limit !== null && (value ?? 0) > limit;
        return html`<rect
          class="plot-bar ${isOver ? 'bad' : ''}"
          x="${x(day) ?? 0}"
          y="${top}"
          width="${x.bandwidth()}"
          height="${FOOT - top}"
          ><title>${day}: ${format(value ?? 0)}</title></rect
        >`;
      })}${
        limit !== null &&
        html`<line class="plot-limit" x1="0" x2="${WIDTH}" y1="${y(limit)}" y2="${y(limit)}" />`
      }
    </svg>
    ${plotFoot(days[0]?.day ?? '', days.at(-1)?.day ?? '')}
  </figure>`;
}

/** The share of one amount in the greatest, for a cell of a table. */
export function barCell(value: number | null, highest: number): Html {
  if (value === null || highest <= 0) return nothing;
  const width = scaleLinear([0, highest], [0, 100])(value);
  return html`<svg class="cell-bar" width="100%" height="6" aria-hidden="true">
    <rect width="${Math.max(1, Math.round(width))}%" height="6" rx="3" class="plot-bar" />
  </svg>`;
}
