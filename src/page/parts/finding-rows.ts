/** Findings, each with what a person may say to it. */
import type { Finding, FindingState } from '../../words/finding.ts';
import type { PageCall } from '../contract.ts';
import { postForm } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { itemLink, routineLink, runLink } from '../links.ts';
import { markdown } from './markdown.ts';
import { tag, type Tone } from './pieces.ts';
import { ago } from './times.ts';

const STATE_TONES: Readonly<Record<FindingState, Tone>> = {
  new: 'warn',
  regressed: 'bad',
  known: 'plain',
  resolved: 'good',
  dismissed: 'quiet',
  snoozed: 'quiet',
};

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

/** Of an accepted one the state says no more than that it is there still, or again. */
function standing({ state, verdict }: Pick<Finding, 'state' | 'verdict'>): Html {
  if (verdict?.kind !== 'accepted') return tag(state, STATE_TONES[state]);
  const isThere = state === 'new' || state === 'known';
  return html`${tag('accepted', 'good')}${!isThere && html` ${tag(state, 'quiet')}`}`;
}

function row(call: PageCall, finding: Finding): Html {
  const { id, title, severity, location, routine, lastSeen, firstSeen, runs, verdict, item, body } =
    finding;
  const newest = runs.at(-1);
  return html`<li id="${id}" data-row class="finding">
    <details>
      <summary>
        <span class="finding-head"
          >${standing(finding)} ${tag(severity, SEVERITY_TONES[severity])}
          <b>${title}</b></span
        ><span class="where"
          >${location !== null && html`<code>${location.path}:${location.line}</code> · `}${routine}
          · ${ago(lastSeen, call.now)}</span
        >
      </summary>
      <div class="finding-body">
        ${body.trim() !== '' && markdown(body)}
        <p class="quiet">
          <code>${id}</code> of <a href="${routineLink(routine)}">${routine}</a>, first seen
          ${ago(
            firstSeen,
            call.now,
          )}${newest !== undefined && html`, last in <a href="${runLink(newest)}">this run</a>`}${
            item !== null && html`, item <a href="${itemLink(item)}">${item}</a>`
          }
        </p>
        ${
          verdict !== null &&
          html`<p>
            ${verdict.kind} by ${verdict.by}
            ${ago(verdict.at, call.now)}${verdict.reason !== '' && html`: ${verdict.reason}`}
          </p>`
        }
      </div>
    </details>
    ${decideForm(call, finding)}
  </li>`;
}

const CHOICES = [
  ['accept', 'Accept', 'a'],
  ['dismiss', 'Dismiss', 'd'],
  ['snooze', 'Snooze 30 d', 's'],
] as const;

/** What was decided is taken back first, then decided otherwise. */
function decideForm(call: PageCall, { id, verdict }: Finding): Html {
  const action = { action: '/findings/decide', fields: { id }, className: 'act decide' };
  if (verdict !== null) {
    return postForm(call, {
      ...action,
      body: html`<button class="button" name="kind" value="reopen">Take back</button>`,
    });
  }
  return postForm(call, {
    ...action,
    body: html`<label class="unseen" for="why-${id}">Why</label
      ><input id="why-${id}" name="reason" placeholder="Why" maxlength="500" />${CHOICES.map(
        ([value, label, key]) =>
          html`<button
            class="button"
            name="kind"
            value="${value}"
            data-key="${key}"
            title="${label} (${key})"
          >
            ${label}
          </button>`,
      )}`,
  });
}
