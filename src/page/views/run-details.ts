/** What stands behind the result of a run: its states, times, commits, and what was noticed. */
import { formatDenial } from '../../engines/run-denials.ts';
import { shortIdOf } from '../../words/ids.ts';
import { formatAttempt } from '../../words/next-attempt.ts';
import type { RunView } from '../../words/run.ts';
import { formatUsage } from '../../words/usage.ts';
import { html, type Html } from '../html.ts';
import { branchLink, itemLink, runLink } from '../links.ts';
import { formatFinding, lights } from '../parts/format-run.ts';
import { facts, fold } from '../parts/pieces.ts';
import { ago, formatTimeTaken, localAt } from '../parts/times.ts';

/** Folded: the word and the sentence say what most want to know. */
/** @param machine that the run is on; absent: this one */
export function runDetails(run: RunView, now: Date, machine?: string): Html {
  return fold(
    'Details',
    html`${run.result !== null && lights(run.result)}${factsOf(run, now, machine)}${noticesOf(run)}`,
  );
}

function factsOf(run: RunView, now: Date, machine: string | undefined): Html {
  const { window } = run;
  return facts([
    ['Run', html`<code>${run.id}</code>`],
    ['Machine', machine ?? null],
    [
      'Started',
      run.startedAt === null ? null : html`${localAt(run.startedAt)} (${ago(run.startedAt, now)})`,
    ],
    ['Took', formatTimeTaken(run.startedAt, run.endedAt)],
    ['Findings', formatFinding(run.findings)],
    ['Used', formatUsage(run.usage)],
    ['Isolation', run.isolation],
    ['Credentials', run.credentials === null ? null : `${run.credentials} of what the agent sees`],
    [
      'Branch',
      run.branch === null
        ? null
        : html`<a href="${branchLink(run.branch)}"><code>${run.branch}</code></a>`,
    ],
    ['Base', run.base === null ? null : html`<code>${run.base.slice(0, 10)}</code>`],
    [
      'Window',
      html`${window.from === null ? 'the beginning' : localAt(window.from)} to ${localAt(window.to)}`,
    ],
    ['Attempt', run.attempt > 1 ? String(run.attempt) : null],
    [
      'Item',
      run.item === null ? null : html`<a href="${itemLink(run.item.key)}">${run.item.key}</a>`,
    ],
    [
      'Part of',
      run.part === null
        ? null
        : html`<a href="${runLink(run.part.of)}"><code>${shortIdOf(run.part.of)}</code></a
            >, as ${run.part.label}`,
    ],
    ['Event', run.event?.summary ?? null],
    ['Until', run.until === null ? null : localAt(run.until)],
  ]);
}

function noticesOf({ notices, denied, earlier }: RunView): Html {
  const lines = [
    ...notices,
    ...denied.slice(0, 10).map((one) => `denied: ${formatDenial(one)}`),
    ...earlier.map((one, at) => `attempt ${at + 1}: ${formatAttempt(one)}`),
  ];
  return lines.length === 0
    ? html``
    : html`<ul class="notes">
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`;
}
