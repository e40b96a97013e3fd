/** Bars over runs, oldest on the left, as SVG without a script: each tells its value, and leads to its run. */
import { shortIdOf } from '../../words/ids.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { html, type Html } from '../html.ts';
import { runLink } from '../links.ts';

interface Bar {
  readonly run: RunView;
  /** `null`: not known. */
  readonly value: number | null;
}

const WIDTH = 480;
const HEIGHT = 96;

export function barChart(
  { title, unit }: { readonly title: string; readonly unit: string },
  bars: readonly Bar[],
): Html {
  const known = bars.flatMap(({ value }) => (value === null ? [] : [value]));
  const highest = Math.max(...known, 0);
  if (known.length === 0 || highest === 0) return html``;
  const step = Math.min(24, WIDTH / bars.length);
  return html`<figure>
    <figcaption>${title} <span class="quiet">highest ${amount(highest, unit)}</span></figcaption>
    <svg
      viewBox="0 0 ${WIDTH} ${HEIGHT}"
      role="group"
      aria-label="${title} of the newest ${bars.length} runs, oldest first; highest ${amount(highest, unit)}"
      preserveAspectRatio="xMinYMax meet"
    >
      <line x1="0" y1="${HEIGHT - 0.5}" x2="${WIDTH}" y2="${HEIGHT - 0.5}" class="axis" />
      ${bars.map(({ run, value }, index) => {
        const height = value === null ? 0 : Math.max(2, (value / highest) * (HEIGHT - 8));
        const words = `${shortIdOf(run.id)}: ${value === null ? 'not known' : amount(value, unit)}`;
        return html`<a href="${runLink(run.id)}"
          ><rect
            x="${round(index * step + 1)}"
            y="${round(HEIGHT - height)}"
            width="${round(step - 2)}"
            height="${round(height)}"
            class="${wentWell(run) ? 'bar' : 'bar bad'}"
            ><title>${words}</title></rect
          ></a
        >`;
      })}
    </svg>
  </figure>`;
}

function amount(value: number, unit: string): string {
  const digits = value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toFixed(2);
  return unit === '$' ? `$${digits}` : `${digits} ${unit}`;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
