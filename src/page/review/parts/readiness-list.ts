/** What has to be right before something lands, line by line: a sign, a word, why. */
import type { ReadinessLine, ReadinessName, Risk } from '../../../words/review/change-set.ts';
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
    html`<ul class="readiness">${some.map((line) => row(withoutCommand(line), names))}</ul>`;
  if (right.length < 3) return rows([...open, ...right]);
  return html`${open.length > 0 && rows(open)}<details class="inline"${open.length === 0 && html` open`}><summary>${
    open.length === 0 ? `All ${right.length} passed` : `${right.length} passed`
  }</summary>${rows(right)}</details>`;
}

function row(line: ReadinessLine, names: readonly string[]): Html {
  const tone = toneOf(line);
  return html`<li class="${tone}"><span class="sign" aria-hidden="true">${SIGNS[tone]}</span><b>${line.name === 'union' && names.length < 2 ? 'Tested merged' : NAMES[line.name]}</b> <span class="said">${WORDS[tone]}</span> <span>${withNumbers(
    line.detail.replaceAll(/\broundsman\/(?=[\w-]+\/\d{4}-)/g, names.length > 0 ? '$&' : ''),
    names,
  )}</span></li>`;
}

const NAMES: Readonly<Record<ReadinessName, string>> = {
  checks: 'Checks',
  conflicts: 'Merge',
  union: 'Tested together',
  protected: 'Protected files',
  banners: 'Warnings',
  size: 'Size',
  findings: 'Findings',
  questions: 'Questions',
  base: 'Base',
  comments: 'Comments',
  judgement: 'Second opinion',
  'worked-on': 'In use',
};

/** What a terminal would be told to type has a button here. */
export function withoutCommand(line: ReadinessLine): ReadinessLine {
  const detail = line.detail.replace(/: (?:roundsman|review) .*$/, '');
  return { ...line, detail: detail === 'not built' ? 'not yet' : detail };
}

type Tone = 'yes' | 'no' | 'warn' | 'unknown';

function toneOf({ ok, blocks }: ReadinessLine): Tone {
  if (ok === true) return 'yes';
  if (ok === null) return 'unknown';
  return blocks ? 'no' : 'warn';
}

const SIGNS: Readonly<Record<Tone, string>> = { yes: '✓', no: '✕', warn: '!', unknown: '?' };
const WORDS: Readonly<Record<Tone, string>> = {
  yes: 'passed',
  no: 'not ready',
  warn: 'to be looked at',
  unknown: 'not known yet',
};

/** Whether landing is refused as things are. */
export function isHeld(lines: readonly ReadinessLine[]): boolean {
  return lines.some(({ ok, blocks }) => blocks && ok === false);
}

/** In a word; the sentence or the list beside it says why. */
export function readinessTag(lines: readonly ReadinessLine[]): Html {
  if (isHeld(lines)) return html`<span class="tag bad">not ready</span>`;
  return lines.every(({ ok }) => ok === true)
    ? html`<span class="tag good">ready</span>`
    : html`<span class="tag warn">needs a look</span>`;
}

// How much there is to look at.
export function riskTag({ level }: Risk): Html {
  return html`<span class="tag risk-${level}">${level} risk</span>`;
}

export function riskReasons({ reasons }: Risk): Html {
  return html`<ul class="reasons">
    ${reasons.map((reason) => html`<li>${reason}</li>`)}
  </ul>`;
}
