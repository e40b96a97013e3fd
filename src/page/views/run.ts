/** One run: how it went, what it left, and what can be done about it. */
import { messagesOfRun } from '../../connections/messages/list-messages.ts';
import { formatTarget } from '../../connections/messages/message-view.ts';
import { stateAt } from '../../ledger/finding-life.ts';
import { fingerprintsOf } from '../../ledger/finding-verdict.ts';
import { heldProposals } from '../../ledger/proposal-rules.ts';
import { readReport } from '../../reports/reports.ts';
import { branchesElsewhere } from '../../review/fleet/whereabouts.ts';
import { readLogs } from '../../runtime/read-logs.ts';
import type { Finding } from '../../words/finding.ts';
import { type RunId, shortIdOf } from '../../words/ids.ts';
import type { Message } from '../../words/message.ts';
import type { Proposal } from '../../words/proposal.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import { oneLine, plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { PageCall, ShownPage } from '../contract.ts';
import { postButton, postForm, submitButton } from '../forms.ts';
import { html, type Html } from '../html.ts';
import { branchLink, messageLink, path, proposalLink, routineLink, runLink } from '../links.ts';
import { findingRows } from '../parts/finding-rows.ts';
import { costWords, formatDiff, runTone, runResult } from '../parts/format-run.ts';
import { markdown } from '../parts/markdown.ts';
import { messageDetail, messageTag } from '../parts/message-words.ts';
import { type Column, empty, fold, heading, section, table, tag } from '../parts/pieces.ts';
import { withCode, withoutCommands } from '../parts/plain-hint.ts';
import { questionForm } from '../parts/question-form.ts';
import { ago, formatTimeTaken, triggerWords } from '../parts/times.ts';
import { runDetails } from './run-details.ts';
import { partsOf } from './run-parts.ts';
import { runOf } from './run-pieces.ts';

// What a run reported, as it stands in the ledger now.

/** New and regressed ones first, those that were decided on last. */
function findingsOfRun(
  all: readonly Finding[],
  { id }: Pick<RunView, 'id'>,
  now: Date,
): readonly Finding[] {
  const urgent = ({ state, verdict }: Finding): number => {
    if (verdict !== null) return 2;
    return state === 'new' || state === 'regressed' ? 0 : 1;
  };
  return all
    .filter(({ runs }) => runs.includes(id))
    .map((finding) => ({ ...finding, state: stateAt(finding, now.toISOString()) }))
    .toSorted((a, b) => urgent(a) - urgent(b));
}

/** Accepting the finding decides on it: it is no second thing. */
function isAskedBy(proposal: Proposal, findings: readonly Finding[]): boolean {
  if (proposal.type !== 'file-item') return false;
  const { findings: named } = proposal.payload;
  return findings.some((one) => fingerprintsOf(one).some((name) => named.includes(name)));
}

const MOST_OF_LINE = 300;

/** Hostile, one line; empty: nothing was printed. */
async function lastLineOf(workspace: Workspace, id: RunId): Promise<string> {
  const { agent, errors, told } = await readLogs(workspace, id);
  const written = errors.trim() === '' ? (told ?? agent) : errors;
  return oneLine(written.trimEnd().split('\n').at(-1) ?? '', MOST_OF_LINE);
}

export async function showRun(call: PageCall): Promise<ShownPage> {
  const { workspace, now } = call;
  const run = await runOf(call);
  const [report, ledger, held, messages, elsewhere, branchNotes, last] = await Promise.all([
    readReport(workspace, run).catch(() => null),
    workspace.findings.read(run.routine),
    heldProposals(workspace, run.id),
    messagesOfRun(workspace, run.id),
    workspace.fleet?.whereIs(run.id) ?? null,
    branchesElsewhere(workspace, run.id),
    isFailed(run) ? lastLineOf(workspace, run.id) : '',
  ]);
  const findings = findingsOfRun(ledger.findings, run, now);
  const requests = held.filter((one) => !isAskedBy(one, findings));
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
    })}${resultOf(run, last)}</div>
    ${run.question !== undefined && questionForm(call, run, run.question)}
    <div id="run-now" data-fresh>${liveOf(run)}</div>
    <div id="run-left" data-fresh>${runDetails(noted, now, elsewhere?.host)}${partsOf(run)}${
      isFailed(run) && section({ title: 'Log', body: pieceOf(run, 'log', true) })
    }${reportOf(run, report?.markdown ?? null, new Set(ledger.findings.map(({ id }) => id)))}${
      findings.length > 0 &&
      section({
        title: 'Findings',
        count: findings.length,
        body: html`${
          requests.length < held.length &&
          html`<p class="quiet">
            ${plural(held.length - requests.length, 'finding asks', 'findings ask')} for an item:
            accepting ${held.length - requests.length === 1 ? 'it' : 'one'} files it.
          </p>`
        }${findingRows(call, findings)}`,
      })
    }${requests.length > 0 && section({ title: 'Requests', count: requests.length, body: proposalsOf(requests) })}${
      messages.length > 0 &&
      section({ title: 'Messages', count: messages.length, body: messagesOf(messages, now) })
    }</div>${section({ title: 'More', body: piecesOf(run) })}`,
  };
}

function reportOf(run: RunView, text: string | null, known: ReadonlySet<string>): Html {
  const without =
    run.state === 'ended' ? 'It left no report.' : 'It has not written its report yet.';
  if (text === null) return section({ title: 'Report', id: 'report', body: empty(without) });
  const body = markdown(withoutLeadCommands(text), { findings: known });
  // Without one of the agent's it says again what stands above.
  return isFailed(run) && run.result?.report === 'missing'
    ? section({
        title: 'Report',
        id: 'report',
        body: fold('The agent left no report. Run facts', body),
      })
    : section({ title: 'Report', id: 'report', body });
}

/** Reports begin with commands for who reads them in a terminal: the page has buttons. */
function withoutLeadCommands(text: string): string {
  const end = text.search(/^## /m);
  const [lead, rest] = end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end)];
  return `${lead.replace(/^- [^\n]*: `?(?:roundsman|git diff) [^\n]*\n/gm, '')}${rest}`;
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

/** One word and one sentence; of a failed run also what its agent printed last. */
function resultOf(run: RunView, last: string): Html {
  const { word, sentence } = runResult(run);
  const tone = runTone(run);
  return html`<div class="result ${tone}"${tone === 'bad' && html` role="alert"`}>
    <p><b>${word}.</b> ${withCode(withoutCommands(sentence))}</p>
    ${last !== '' && html`<p>Printed last: <code>${last}</code></p>`}
  </div>`;
}

/** When, how long, for how much. */
function briefFacts(run: RunView, now: Date): Html {
  const took = formatTimeTaken(run.startedAt, run.endedAt);
  return html`${run.engine} · ${triggerWords(run.slot.trigger)} · ${ago(run.startedAt ?? run.slot.scheduledFor, now)}${
    took !== null && ` · ${took}`
  }${costWords(run.usage) !== '–' && ` · ${costWords(run.usage)}`}`;
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
