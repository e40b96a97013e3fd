/** How a run is shown in a line, and its result as lights that are told apart. */
import { shortIdOf } from '../../words/ids.ts';
import { failureSentence, isResting, resultWords, wentWell } from '../../words/run-outcome.ts';
import type { FindingCounts, RunResult, RunView } from '../../words/run.ts';
import { plural } from '../../words/text.ts';
import { formatCost, formatDollar } from '../../words/usage.ts';
import { html, join, type Html } from '../html.ts';
import { branchLink, routineLink, runLink } from '../links.ts';
import { tag, type Column, type Tone } from './pieces.ts';
import { ago, formatTimeTaken, localAt } from './times.ts';

export function runTone(run: RunView): Tone {
  switch (run.state) {
    case 'queued':
      return 'plain';
    case 'running':
      return 'busy';
    case 'waiting':
    case 'parked':
      return 'warn';
    case 'ended':
      if (run.skipped !== null) return 'quiet';
      return wentWell(run) ? 'good' : 'bad';
  }
}

/** On a phone without until when it rests. */
export function runTag(run: RunView): Html {
  if (!isResting(run) || run.until === null) return tag(runWord(run), runTone(run));
  return html`${tag(run.state, runTone(run))}<span class="not-narrow quiet"
      > until ${localAt(run.until)}</span
    >`;
}

/** A run that told nothing new succeeded: on the page that is one word. */
export function runWord(run: RunView): string {
  return resultWords({ ...run, quiet: false });
}

/** In a column; a dash for no cost. */
export function costWords(usage: RunView['usage']): string {
  return usage.costUsd === 0 || formatCost(usage) === '-' ? '–' : formatCost(usage);
}

export function dollarWords(usd: number | null): string {
  return usd === null || usd === 0 ? '–' : formatDollar(usd);
}

/** `2 new, 1 back`; a dash for none. */
export function formatFinding(counts: FindingCounts): string {
  const words = [
    [counts.new, 'new'],
    [counts.regressed, 'back'],
    [counts.known, 'known'],
    [counts.resolved, 'gone'],
  ] as const;
  return (
    words.flatMap(([count, word]) => (count === 0 ? [] : [`${count} ${word}`])).join(', ') || '–'
  );
}

export function runColumns(
  now: Date,
  options: { readonly routine: boolean },
): readonly Column<RunView>[] {
  const routine: readonly Column<RunView>[] = options.routine
    ? [
        {
          title: 'Routine',
          cell: ({ routine: id }) => html`<a href="${routineLink(id)}">${id}</a>`,
          kind: 'name',
        },
      ]
    : [];
  return [
    {
      title: 'Run',
      cell: ({ id }) => html`<a href="${runLink(id)}"><code>${shortIdOf(id)}</code></a>`,
    },
    ...routine,
    { title: 'Result', cell: runTag },
    { title: 'Findings', cell: ({ findings }) => formatFinding(findings), kind: 'short less' },
    {
      title: 'Branch',
      cell: ({ branch, diffstat }) =>
        branch === null
          ? html`<span class="quiet">–</span>`
          : html`<a href="${branchLink(branch)}">${formatDiff(diffstat)}</a>`,
      kind: 'short less',
    },
    {
      title: 'Took',
      cell: (run) => formatTimeTaken(run.startedAt, run.endedAt) ?? '–',
      kind: 'number less',
    },
    { title: 'Cost', cell: ({ usage }) => costWords(usage), kind: 'number less' },
    { title: 'Started', cell: (run) => ago(run.startedAt ?? run.slot.scheduledFor, now) },
  ];
}

export function formatDiff(diffstat: RunView['diffstat']): Html {
  if (diffstat === null) return html`branch`;
  const { files, insertions, deletions } = diffstat;
  return html`${files} ${files === 1 ? 'file' : 'files'} <span class="added">+${insertions}</span>
    <span class="removed">−${deletions}</span>`;
}

const GOOD = new Set([
  'succeeded',
  'valid',
  'passed',
  'branch',
  'applied',
  'sent',
  'accepted',
  'landed',
]);
const OPEN = new Set(['held', 'pending']);
const NONE = new Set(['none']);

/** Never folded into one: each says what it is of. */
export function lights(result: RunResult): Html {
  return html`<ul class="lights" aria-label="Result">
    ${LIGHTS.map((name) => {
      const value = result[name];
      return html`<li class="${lightTone(value)}">
        <span class="quiet">${name}</span> <b>${value}</b>
      </li>`;
    })}
  </ul>`;
}

const LIGHTS = [
  'execution',
  'report',
  'checks',
  'changes',
  'proposals',
  'delivery',
  'review',
] as const;

function lightTone(value: string): Tone {
  if (GOOD.has(value)) return 'good';
  if (OPEN.has(value)) return 'warn';
  return NONE.has(value) ? 'quiet' : 'bad';
}

export function codeList(names: readonly string[]): Html {
  return join(
    names.map((name) => html`<code>${name}</code>`),
    html``,
  );
}

// What a run came to: one word and one sentence. The states behind it are a fold away. Pure.
export interface RunResultWords {
  readonly word: string;
  /** Hostile: it may quote a failure. */
  readonly sentence: string;
}

export function runResult(run: RunView): RunResultWords {
  if (run.state !== 'ended') return unfinished(run);
  if (run.skipped !== null) return { word: 'Skipped', sentence: `${run.skipped}.` };
  if (!wentWell(run))
    return { word: capitalized(resultWords(run)), sentence: failureSentence(run) };
  const left = leftBehind(run);
  return {
    word: 'Succeeded',
    sentence: left.length === 0 ? 'No new finding, no change.' : `${left.join(', ')}.`,
  };
}

function unfinished({ state, step, until }: RunView): RunResultWords {
  const later =
    until === null ? '' : ` It continues by ${until.slice(0, 16).replace('T', ' ')} UTC.`;
  switch (state) {
    case 'queued':
      return { word: 'Queued', sentence: 'It starts when there is a place.' };
    case 'waiting':
      return { word: 'Waiting', sentence: `It asks a question.${later}` };
    case 'parked':
      return { word: 'Paused', sentence: `It waits for its model or its limits.${later}` };
    case 'running':
    case 'ended':
      return { word: 'Running', sentence: step === null ? 'It begins.' : `Step: ${step}.` };
  }
}

function leftBehind({ findings, diffstat, branch }: RunView): readonly string[] {
  return [
    findings.new > 0 ? plural(findings.new, 'new finding') : null,
    findings.regressed > 0 ? `${plural(findings.regressed, 'finding')} back` : null,
    findings.resolved > 0 ? `${plural(findings.resolved, 'finding')} gone` : null,
    branch === null
      ? null
      : diffstat === null
        ? 'a branch'
        : `a branch with ${plural(diffstat.files, 'file')}`,
  ].filter((one) => one !== null);
}

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
