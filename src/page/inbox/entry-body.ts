/** What stands behind an entry of each kind: the quote, the diff, the report, the wording. */
import { inspectProposal } from '../../connections/requests/inspect-proposal.ts';
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { stepText } from '../../inbox/morning/step-text.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { readReport } from '../../reports/reports.ts';
import { findReviewed } from '../../review/find-reviewed.ts';
import { openQuestions } from '../../runtime/open-questions.ts';
import { assertNever } from '../../words/errors.ts';
import type { RunId } from '../../words/ids.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { PageCall } from '../contract.ts';
import { html, nothing, type Html } from '../html.ts';
import { branchLink, itemLink, runLink } from '../links.ts';
import { markdown } from '../parts/markdown.ts';
import { tag } from '../parts/pieces.ts';
import { ago } from '../parts/times.ts';
import { branchDiff } from '../review/branch/branch-diff.ts';
import { proposalPart } from '../review/outbox/show-proposal.ts';
import { readinessList } from '../review/parts/readiness-list.ts';
import { questionPart } from '../review/questions/show-questions.ts';
import { codeQuote } from './code-quote.ts';

export function entryBody(call: PageCall, entry: InboxEntry): Promise<Html> {
  switch (entry.kind) {
    case 'finding':
      return findingBody(call, entry);
    case 'proposal':
      return requestBody(call, entry);
    case 'change-set':
      return branchesBody(call, entry);
    case 'question':
      return questionBody(call, entry);
    case 'failed-run':
    case 'report':
      return reportBody(call, entry);
    case 'note':
    case 'message':
    case 'pull-request':
      return textBody(call, entry);
    default:
      return assertNever(entry.kind);
  }
}

async function findingBody(call: PageCall, { links }: InboxEntry): Promise<Html> {
  const { workspace, now } = call;
  const finding = await findFinding(workspace, links.finding ?? '');
  const { severity, location, body, firstSeen, runs, item, id } = finding;
  const newest = runs.at(-1);
  const view = newest === undefined ? null : await viewOf(call, newest);
  const commit = view?.base ?? null;
  return html`<p class="quiet">
      ${tag(severity)} ${location !== null && html`<code>${location.path}:${location.line}</code> · `}first
      seen ${ago(firstSeen, now)} · <code>${id}</code>${
        item !== null && html` · filed as <a href="${itemLink(item)}">${item}</a>`
      }
    </p>
    ${location !== null && commit !== null ? await codeQuote(call, { location, commit }) : nothing}${
      body.trim() !== '' && markdown(body)
    }`;
}

async function viewOf({ workspace }: PageCall, id: RunId): Promise<RunView | null> {
  const run = await workspace.runs.read(id).catch(() => null);
  return run === null ? null : toRunView(run);
}

async function requestBody({ workspace }: PageCall, { links }: InboxEntry): Promise<Html> {
  const look = await inspectProposal(workspace, links.proposal ?? '');
  return html`<div class="narrow">${proposalPart(look)}</div>`;
}

/** The diff of the first branch; the others are a click away. */
async function branchesBody(call: PageCall, { links }: InboxEntry): Promise<Html> {
  const { workspace, signal } = call;
  const { set, branches } = await findReviewed(workspace, { what: links.set ?? '', signal });
  const [branch] = branches;
  if (branch === undefined) return nothing;
  return html`${readinessList(set?.readiness ?? [])}${
    branches.length > 1 &&
    html`<ul class="rows">
      ${branches.map(
        ({ branch: name, subject: words }) =>
          html`<li><a href="${branchLink(name)}">${words === '' ? name : words}</a></li>`,
      )}
    </ul>`
  }${await branchDiff(call, branch)}`;
}

async function questionBody(call: PageCall, { links }: InboxEntry): Promise<Html> {
  const asked = (await openQuestions(call.workspace)).find(({ run }) => run === links.run);
  return asked === undefined
    ? html`<p class="quiet">The run waits for no answer any longer.</p>`
    : questionPart(call, asked, { fromList: true });
}

async function reportBody(call: PageCall, entry: InboxEntry): Promise<Html> {
  const { links } = entry;
  if (links.run === undefined) return nothing;
  const view = await viewOf(call, links.run);
  if (view === null) return nothing;
  const report = await readReport(call.workspace, view).catch(() => null);
  const log = `${runLink(view.id)}/log`;
  return html`${
    entry.kind === 'failed-run' &&
    html`<h3>End of its log</h3>
      <div data-load="${log}" data-now><a href="${log}">Show the log</a></div>`
  }${
    report === null
      ? html`<p class="quiet">No report. <a href="${runLink(view.id)}">Open the run</a></p>`
      : markdown(report.markdown)
  }`;
}

async function textBody({ workspace }: PageCall, entry: InboxEntry): Promise<Html> {
  const text = await stepText(workspace, entry);
  return html`<pre class="log" tabindex="0">${text.slice(0, 100_000)}</pre>`;
}
