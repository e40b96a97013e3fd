/** What has to be right before something lands, line by line: a sign, a word, why. */
import type { ReadinessLine } from '../../../../domain/review/readiness.ts';
import { html, type Html } from '../../html.ts';

export function readinessList(lines: readonly ReadinessLine[]): Html {
  return html`<ul class="readiness">
    ${lines.map(
      (line) =>
        html`<li class="${toneOf(line)}">
          <span class="sign" aria-hidden="true">${SIGNS[toneOf(line)]}</span><b>${line.name}</b>
          <span class="said">${WORDS[toneOf(line)]}</span> <span>${line.detail}</span>
        </li>`,
    )}
  </ul>`;
}

type Tone = 'yes' | 'no' | 'warn' | 'unknown';

function toneOf({ ok, blocks }: ReadinessLine): Tone {
  if (ok === true) return 'yes';
  if (ok === null) return 'unknown';
  return blocks ? 'no' : 'warn';
}

const SIGNS: Readonly<Record<Tone, string>> = { yes: '✓', no: '✕', warn: '!', unknown: '?' };
const WORDS: Readonly<Record<Tone, string>> = {
  yes: 'right',
  no: 'stands in the way',
  warn: 'to be looked at',
  unknown: 'not known yet',
};

/** In a word: ready, or the first thing that is not. */
export function readinessTag(lines: readonly ReadinessLine[]): Html {
  const blocking = lines.filter(({ ok, blocks }) => blocks && ok === false);
  const [first] = blocking;
  if (first !== undefined)
    return html`<span class="tag bad"
      >${first.name}${blocking.length > 1 && ` +${blocking.length - 1}`}</span
    >`;
  const open = lines.filter(({ ok }) => ok !== true);
  const [next] = open;
  return next === undefined
    ? html`<span class="tag good">ready</span>`
    : html`<span class="tag warn"
        >${next.name}${next.ok === null ? '?' : ''}${open.length > 1 && ` +${open.length - 1}`}</span
      >`;
}
