/** What has to be right before something lands, line by line: a sign, a word, why. */
import type { ReadinessLine } from '../../../words/review/readiness.ts';
import { html, type Html } from '../../html.ts';
import { withNumbers } from './branch-name.ts';

/** What is right stands folded below what is not. */
export function readinessList(
  lines: readonly ReadinessLine[],
  names: readonly string[] = [],
): Html {
  const right = lines.filter((line) => toneOf(line) === 'yes');
  const open = lines.filter((line) => toneOf(line) !== 'yes');
  const rows = (some: readonly ReadinessLine[]): Html =>
    html`<ul class="readiness">${some.map((line) => row(line, names))}</ul>`;
  if (right.length < 3) return rows([...open, ...right]);
  return html`${open.length > 0 && rows(open)}<details class="inline"${open.length === 0 && html` open`}><summary>${
    open.length === 0 ? `All ${right.length} are right` : `${right.length} are right`
  }: ${right.map(({ name }) => name).join(', ')}</summary>${rows(right)}</details>`;
}

function row(line: ReadinessLine, names: readonly string[]): Html {
  const tone = toneOf(line);
  return html`<li class="${tone}"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><b>${line.name}</b> <span class="said">${WORDS[tone]}</span> <span>${withNumbers(
    line.detail.replaceAll(/\broundsman\/(?=[\w-]+\/\d{4}-)/g, names.length > 0 ? '$&' : ''),
    names,
  )}</span></li>`;
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
  no: 'not ready',
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
