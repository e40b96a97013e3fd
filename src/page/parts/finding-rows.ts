/** Findings, each with what a person may say to it. */
import { snoozeWords } from '../../inbox/decisions/snooze.ts';
import { isSpokenOn } from '../../inbox/waiting-records.ts';
import { isLeftOut } from '../../ledger/finding-life.ts';
import type { Finding } from '../../words/finding.ts';
import type { PageCall } from '../contract.ts';
import { postForm } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { itemLink, routineLink, runLink } from '../links.ts';
import { markdown } from './markdown.ts';
import { tag, type Tone } from './pieces.ts';
import { ago } from './times.ts';
import { snoozeChoice } from './until-choice.ts';

const SEVERITY_TONES: Readonly<Record<Finding['severity'], Tone>> = {
  info: 'quiet',
  low: 'plain',
  medium: 'warn',
  high: 'bad',
};

export function findingRows(call: PageCall, findings: readonly Finding[]): Html {
  return html`<ul class="findings">
    ${findings.map((finding) => row(call, finding))}
  </ul>`;
}

const STATE_TONES = {
  open: 'plain',
  back: 'warn',
  accepted: 'good',
  dismissed: 'quiet',
  snoozed: 'quiet',
  gone: 'quiet',
  'left out': 'quiet',
} as const;

type FindingWord = keyof typeof STATE_TONES;

/** One word for where it stands: `open` until a person decides on it, `back` when it returned and they have not yet. */
export function findingWord(finding: Finding): FindingWord {
  const { state, verdict } = finding;
  switch (state) {
    case 'dismissed':
    case 'snoozed':
      return state;
    case 'resolved':
      return isLeftOut(finding) ? 'left out' : 'gone';
    case 'regressed':
      return isSpokenOn(finding) ? 'accepted' : 'back';
    case 'new':
    case 'known':
      return verdict?.kind === 'accepted' ? 'accepted' : 'open';
  }
}

/** Not decided on. */
export function isOpenFinding(finding: Finding): boolean {
  const word = findingWord(finding);
  return word === 'open' || word === 'back';
}

export function findingTag(finding: Finding): Html {
  const word = findingWord(finding);
  return tag(word, STATE_TONES[word]);
}

export function severityTag(severity: Finding['severity']): Html {
  return tag(severity, SEVERITY_TONES[severity]);
}

/** Recipes begin the text with the place, which stands above it. */
export function bodyOf({ body, location }: Pick<Finding, 'body' | 'location'>): string {
  if (location === null) return body.trim();
  const [first = '', ...rest] = body.trim().split('\n');
  const isPlace = first.replaceAll('`', '').trim() === `${location.path}:${location.line}`;
  return (isPlace ? rest.join('\n') : body).trim();
}

function row(call: PageCall, finding: Finding): Html {
  const { id, title, severity, location, routine, lastSeen, firstSeen, runs, verdict, item } =
    finding;
  const body = bodyOf(finding);
  const newest = runs.at(-1);
  return html`<li id="${id}" data-row class="finding">
    <details>
      <summary>
        <span class="finding-head"
          >${findingTag(finding)} ${severityTag(severity)}
          <b>${title}</b></span
        ><span class="where"
          >${location !== null && html`<code>${location.path}:${location.line}</code> · `}${routine}
          · ${ago(lastSeen, call.now)}</span
        >
      </summary>
      <div class="finding-body">
        ${body !== '' && markdown(body)}
        <p class="quiet">
          <code>${id}</code> of <a href="${routineLink(routine)}">${routine}</a>, first seen
          ${ago(
            firstSeen,
            call.now,
          )}${newest !== undefined && html`, last in <a href="${runLink(newest)}">this run</a>`}${
            item !== null && html`, item <a href="${itemLink(item)}">${item}</a>`
          }
        </p>
        ${verdict !== null && html`<p>${verdictWords(verdict, call.now)}</p>`}
      </div>
    </details>
    ${decideForm(call, finding)}
  </li>`;
}

/** `accepted by ada 2 h ago: we mend it in spring`, `snoozed until 2026-12-07 by ada`. */
export function verdictWords(
  { kind, by, at, reason, until }: NonNullable<Finding['verdict']>,
  now: Date,
): Html {
  return html`${kind}${until !== null && ` ${snoozeWords(until)}`} by ${by} ${ago(at, now)}${reason !== '' && html`: ${reason}`}`;
}

const CHOICES = [
  ['accept', 'Accept', 'a'],
  ['dismiss', 'Dismiss', 'd'],
  ['snooze', 'Snooze', 's'],
] as const;

/** What was decided is taken back first, then decided otherwise. */
export function decideForm(call: PageCall, { id, verdict }: Finding): Html {
  const action = { action: '/findings/decide', fields: { id }, className: 'act decide' };
  if (verdict !== null) {
    return postForm(call, {
      ...action,
      body: html`<button class="button" name="kind" value="reopen">Take back</button>`,
    });
  }
  return postForm(call, {
    ...action,
    body: html`<label class="unseen" for="why-${id}">Reason, optional</label
      ><input id="why-${id}" name="reason" placeholder="Reason" maxlength="500" />${CHOICES.map(
        ([value, label, key]) => {
          const button = html`<button
            class="button"
            name="kind"
            value="${value}"
            data-key="${key}"
            title="${label} (${key})"
          >
            ${label}
          </button>`;
          return value === 'snooze' ? snoozeChoice(button) : button;
        },
      )}`,
  });
}
