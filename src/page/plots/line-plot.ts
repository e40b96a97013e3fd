/** A line over days, as SVG from the server: the line, what is below it, and each day's value in its title. */
import { scaleLinear, scalePoint, scaleBand } from 'd3-scale';
import { area, line } from 'd3-shape';

import { html, nothing, type Html } from '../html.ts';

export interface DayValue {
  /** `2026-11-21`. */
  readonly day: string;
  /** `null`: nothing to tell. */
  readonly value: number | null;
}

export interface LinePlot {
  /** For those who do not see it. */
  readonly label: string;
  readonly days: readonly DayValue[];
  readonly format: (value: number) => string;
  /** The top of the plot; default: the highest value. */
  readonly top?: number;
}

const WIDTH = 300;
const HEIGHT = 92;
const FOOT = 88;
const HEAD = 6;

export function linePlot({ label, days, format, top }: LinePlot): Html {
  const known = days.flatMap(({ value }) => (value === null ? [] : [value]));
  const highest = top ?? Math.max(...known, 0);
  if (known.length === 0) return nothing;
  const x = scalePoint(
    days.map(({ day }) => day),
    [2, WIDTH - 2],
  );
  const y = scaleLinear([0, highest === 0 ? 1 : highest], [FOOT, HEAD]);
  const at = ({ day }: DayValue): number => x(day) ?? 0;
  const height = ({ value }: DayValue): number => y(value ?? 0);
  const defined = ({ value }: DayValue): boolean => value !== null;
  const shape = area<DayValue>().defined(defined).x(at).y0(FOOT).y1(height)([...days]);
  const path = line<DayValue>().defined(defined).x(at).y(height)([...days]);
  const first = days[0]?.day ?? '';
  return html`<figure class="plot">
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      preserveAspectRatio="none"
      role="img"
      aria-label="${label}: ${format(known[0] ?? 0)} to ${format(known.at(-1) ?? 0)}"
    >
      <line class="plot-ground" x1="0" x2="${WIDTH}" y1="${FOOT}" y2="${FOOT}" />
      <path class="plot-area" d="${shape ?? ''}" />
      <path class="plot-line" d="${path ?? ''}" />
      ${days.map((day) => hover(day, { left: at(day), step: x.step(), format }))}
    </svg>
    ${plotFoot(first, days.at(-1)?.day ?? '')}
  </figure>`;
}

/** Under a plot over days. */
function plotFoot(first: string, last: string): Html {
  return html`<figcaption class="plot-foot quiet">
    <span>${first}</span><span>${last}</span>
  </figcaption>`;
}

function hover(
  { day, value }: DayValue,
  {
    left,
    step,
    format,
  }: {
    readonly left: number;
    readonly step: number;
    readonly format: (value: number) => string;
  },
): Html {
  const width = Math.max(1, step);
  return html`<rect
    class="plot-hover"
    x="${left - width / 2}"
    y="0"
    width="${width}"
    height="${HEIGHT}"
    ><title>${day}: ${value === null ? 'nothing' : format(value)}</title></rect
  >`;
}

// Amounts by day as bars, beside a limit.
export interface BarPlot {
  readonly label: string;
  readonly days: readonly DayValue[];
  readonly format: (value: number) => string;
  /** Drawn as a line; `null`: none. */
  readonly limit: number | null;
}

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
