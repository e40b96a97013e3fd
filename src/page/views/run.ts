/** One run: how it went, what it left, and what can be done about it. */
import { messagesOfRun } from '../../connections/messages/list-messages.ts';
import { formatTarget } from '../../connections/messages/message-view.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { heldProposals } from '../../ledger/proposal-rules.ts';
import { readReport } from '../../reports/reports.ts';
import { branchesElsewhere } from '../../review/fleet/whereabouts.ts';
import type { Finding } from '../../words/finding.ts';
import { shortIdOf } from '../../words/ids.ts';
import type { Message } from '../../words/message.ts';
import type { Proposal } from '../../words/proposal.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunPart, RunView } from '../../words/run.ts';
import { formatCost } from '../../words/usage.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import {
  branchLink,
  messageLink,
  path,
  proposalLink,
  routineLink,
  runLink,
  withQuery,
} from '../links.ts';
import { findingRows } from '../parts/finding-rows.ts';
import { formatDiff, formatFinding, runTone, runResult } from '../parts/format-run.ts';
import { markdown } from '../parts/markdown.ts';
import { messageDetail, messageTag } from '../parts/message-words.ts';
import {
  type Column,
  empty,
  fold,
  heading,
  section,
  table,
  tag,
  type Tone,
} from '../parts/pieces.ts';
import { questionForm } from '../parts/question-form.ts';
import { ago, formatTimeTaken } from '../parts/times.ts';
import { runDetails } from './run-details.ts';
import { runOf } from './run-pieces.ts';

// What a run reported, as it stands in the ledger now.

/** New and regressed ones first, those that were decided on last. */
async function findingsOfRun(
  { findings, clock }: Pick<Workspace, 'findings' | 'clock'>,
  { id, routine }: Pick<RunView, 'id' | 'routine'>,
): Promise<readonly Finding[]> {
  const ledger = await findings.read(routine);
  const now = clock.now();
  const urgent = ({ state, verdict }: Finding): number => {
    if (verdict !== null) return 2;
    return state === 'new' || state === 'regressed' ? 0 : 1;
  };
  return ledger.findings
    .filter(({ runs }) => runs.includes(id))
    .map((finding) => ({ ...finding, state: stateAt(finding, now.toISOString()) }))
    .toSorted((a, b) => urgent(a) - urgent(b));
}

export async function showRun(call: PageCall): Promise<ShownPage> {
  const { workspace, now } = call;
  const run = await runOf(call);
  const [report, findings, held, messages, elsewhere, branchNotes] = await Promise.all([
    readReport(workspace, run).catch(() => null),
    findingsOfRun(workspace, run),
    heldProposals(workspace, run.id),
    messagesOfRun(workspace, run.id),
    workspace.fleet?.whereIs(run.id) ?? null,
    branchesElsewhere(workspace, run.id),
  ]);
  const noted = { ...run, notices: [...run.notices, ...branchNotes] };
  const short = shortIdOf(run.id);
  return {
    kind: 'page',
    section: 'runs',
    title: `${run.routine} ${short}`,
    body: html`<div id="run-head" data-fresh>${heading({
      title: html`<a href="${routineLink(run.routine)}">${run.routine}</a> <code>${short}</code>`,
      about: briefFacts(run, now),
      actions: actionsOf(call, run),
    })}${resultOf(run)}</div>
    ${run.question !== undefined && questionForm(call, run, run.question)}
    <div id="run-now" data-fresh>${liveOf(run)}</div>
    <div id="run-left" data-fresh>${runDetails(noted, now, elsewhere?.host)}${partsOf(run)}${
      isFailed(run) && section({ title: 'Log', body: pieceOf(run, 'log', true) })
    }${reportOf(run, report)}${
      findings.length > 0 &&
      section({ title: 'Findings', count: findings.length, body: findingRows(call, findings) })
    }${held.length > 0 && section({ title: 'Requests', count: held.length, body: proposalsOf(held) })}${
      messages.length > 0 &&
      section({ title: 'Messages', count: messages.length, body: messagesOf(messages, now) })
    }</div>${section({ title: 'More', body: piecesOf(run) })}`,
  };
}

function reportOf({ state }: RunView, report: { readonly markdown: string } | null): Html {
  const without = state === 'ended' ? 'It left no report.' : 'It has not written its report yet.';
  return section({
    title: 'Report',
    id: 'report',
    body: report === null ? empty(without) : markdown(report.markdown),
  });
}

function actionsOf(call: PageCall, run: RunView): Html {
  const at = runLink(run.id);
  const branch =
    run.branch !== null &&
    html`<a class="button primary" href="${branchLink(run.branch)}"
      >Review ${formatDiff(run.diffstat)}</a
    >`;
  if (run.state !== 'ended') {
    const goOn =
      run.state === 'parked' && postButton(call, { action: `${at}/go-on`, label: 'Go on now' });
    const stop = postButton(call, {
      action: `${at}/cancel`,
      label: 'Cancel',
      tone: 'danger',
      confirm: `Stop run ${shortIdOf(run.id)} of ${run.routine}?`,
    });
    return html`${goOn}${stop}`;
  }
  return html`${branch}${run.part === null && fold('Run again', retryForm(call, run))}`;
}

function retryForm(call: PageCall, run: RunView): Html {
  return postForm(call, {
    action: `${runLink(run.id)}/retry`,
    className: 'act stacked',
    body: html`<label for="message"
        >What should change${wentWell(run) ? '' : ' (may be empty)'}</label
      ><textarea
        id="message"
        name="message"
        rows="3"
        maxlength="20000"
        ${wentWell(run) && html` required`}
      ></textarea
      >${submitButton({ label: 'Run again', tone: 'primary' })}`,
  });
}

function messagesOf(messages: readonly Message[], now: Date): Html {
  const columns: readonly Column<Message>[] = [
    {
      title: 'Message',
      cell: ({ id }) => html`<a href="${messageLink(id)}"><code>${id}</code></a>`,
    },
    {
      title: 'To',
      cell: ({ id, target }) =>
        target.kind === 'email'
          ? html`<a href="${path('mails', id)}">${formatTarget(target)}</a>`
          : formatTarget(target),
    },
    {
      title: 'State',
      kind: 'wide',
      cell: (one) =>
        html`${messageTag(one)} <span class="under quiet">${messageDetail(one, now)}</span>`,
    },
  ];
  return table('Messages of this run', columns, messages);
}

/** One word and one sentence. */
function resultOf(run: RunView): Html {
  const { word, sentence } = runResult(run);
  const tone = runTone(run);
  return html`<div class="result ${tone}"${tone === 'bad' && html` role="alert"`}>
    <p><b>${word}.</b> ${sentence}</p>
  </div>`;
}

/** When, how long, for how much. */
function briefFacts(run: RunView, now: Date): Html {
  const took = formatTimeTaken(run.startedAt, run.endedAt);
  return html`${run.engine} · ${run.slot.trigger} · ${ago(run.startedAt ?? run.slot.scheduledFor, now)}${
    took !== null && ` · ${took}`
  }${(run.usage.costUsd ?? 0) > 0 && ` · ${formatCost(run.usage)}`}`;
}

function liveOf(run: RunView): Html {
  if (run.state !== 'running' && run.state !== 'queued') return html``;
  return section({
    title: 'Now',
    body: html`<div data-live="${runLink(run.id)}/live?state=${run.state}">
      <ol id="steps" class="steps"></ol>
      <p id="progress" class="quiet" aria-live="polite">Waiting for the first word of it</p>
      <pre id="lines" class="log" tabindex="0" aria-label="What the agent prints"></pre>
    </div>`,
  });
}

function partsOf({ parts }: RunView): Html {
  if (parts.length === 0) return html``;
  const names = parts.flatMap(({ branch }) => branch ?? []);
  const compare = withQuery('/review/compare', { of: names.join('\n') });
  return section({
    title: 'Engines at this task',
    count: parts.length,
    body: html`${table<RunPart>('Engines at this task', PART_COLUMNS, parts)}${
      names.length > 1 &&
      html`<p class="more">
        <a class="button primary" data-key="v" href="${compare}"
          >Compare ${names.length} side by side</a
        >
      </p>`
    }`,
  });
}

const PART_COLUMNS: readonly Column<RunPart>[] = [
  {
    title: 'Engine',
    cell: ({ label, id }) => (id === null ? label : html`<a href="${runLink(id)}">${label}</a>`),
  },
  {
    title: 'Result',
    kind: 'wide',
    cell: ({ result, state, failure }) =>
      html`${tag(result?.execution ?? state, partTone(result))}${
        failure !== null && html`<span class="under quiet">${failure.message}</span>`
      }`,
  },
  { title: 'Report', cell: ({ result }) => result?.report ?? '–', kind: 'less' },
  { title: 'Checks', cell: ({ result }) => result?.checks ?? '–', kind: 'less' },
  { title: 'Findings', cell: ({ findings }) => formatFinding(findings), kind: 'less' },
  {
    title: 'Branch',
    cell: ({ branch, diffstat }) =>
      branch === null ? '–' : html`<a href="${branchLink(branch)}">${formatDiff(diffstat)}</a>`,
  },
  {
    title: 'Took',
    cell: ({ startedAt, endedAt }) => formatTimeTaken(startedAt, endedAt) ?? '–',
    kind: 'number',
  },
  { title: 'Cost', cell: ({ usage }) => formatCost(usage), kind: 'number' },
];

function partTone(result: RunPart['result']): Tone {
  if (result === null) return 'plain';
  return result.execution === 'succeeded' ? 'good' : 'bad';
}

function proposalsOf(held: readonly Proposal[]): Html {
  return html`<ul class="rows">
    ${held.map(
      (one) =>
        html`<li data-row>
          <a href="${proposalLink(one.id)}">${one.summary}</a> ${tag(one.type)}
        </li>`,
    )}
  </ul>`;
}

const PIECES = [
  ['brief', 'Brief: all that the agent was told'],
  ['log', 'Log: what the agent printed'],
  ['files', 'Files: what the run left on the disk'],
] as const;

function piecesOf(run: RunView): Html {
  const mail =
    run.state === 'ended' &&
    html`<p><a href="${runLink(run.id)}/mail">The mail about this run</a></p>`;
  const folded = PIECES.filter(([name]) => name !== 'log' || !isFailed(run));
  return html`${mail}${folded.map(([name, words]) => fold(words, pieceOf(run, name)))}`;
}

function pieceOf(run: RunView, name: string, isAtOnce = false): Html {
  const at = `${runLink(run.id)}/${name}`;
  return html`<div data-load="${at}"${isAtOnce && html` data-now`}><a href="${at}">Show</a></div>`;
}

/** What the agent printed last tells why. */
function isFailed(run: RunView): boolean {
  return run.state === 'ended' && run.skipped === null && !wentWell(run);
}
