/** One waiting entry, opened: what it is, what stands behind it, and what can be said to it. */
import { inspectProposal } from '../../connections/requests/inspect-proposal.ts';
import { readTextsAt } from '../../git/read-file-at.ts';
import type { InboxEntry } from '../../inbox/inbox-entry.ts';
import { inbox } from '../../inbox/inbox.ts';
import { stepText } from '../../inbox/morning/step-text.ts';
import { findFinding } from '../../ledger/decide-findings.ts';
import { readReport } from '../../reports/reports.ts';
import { findReviewed } from '../../review/find-reviewed.ts';
import { openQuestions } from '../../runtime/questions.ts';
import { AppError, assertNever } from '../../words/errors.ts';
import type { FindingLocation } from '../../words/finding.ts';
import { isCommitSha, type RunId } from '../../words/ids.ts';
import { toRunView } from '../../words/run-view.ts';
import type { RunView } from '../../words/run.ts';
import type { PageCall, ShownFragment } from '../contract.ts';
import { postForm } from '../forms.ts';
import { html, type Html, nothing, trusted } from '../html.ts';
import { branchLink, itemLink, routineLink, runLink, withQuery } from '../links.ts';
import { severityTag } from '../parts/finding-rows.ts';
import { markdown } from '../parts/markdown.ts';
import { patientLook } from '../parts/patient-look.ts';
import { tag } from '../parts/pieces.ts';
import { withoutCommands } from '../parts/plain-hint.ts';
import { ago } from '../parts/times.ts';
import { snoozeChoice } from '../parts/until-choice.ts';
import { branchDiff } from '../review/branch/show-branch.ts';
import { codeMarkup, colourLines } from '../review/diff/colour-lines.ts';
import { proposalPart } from '../review/outbox/show-proposal.ts';
import { readinessList } from '../review/parts/readiness-list.ts';
import { questionPart } from '../review/show-questions.ts';
import {
  writeChoice,
  subjectLink,
  acceptWord,
  declineNeedsReason,
  declineWord,
  entryLink,
  KIND_WORDS,
} from './entry-parts.ts';

// What stands behind an entry of each kind: the quote, the diff, the report, the wording.

// The lines that a finding is about, as they were in the commit that its run saw.

const BEFORE = 4;
const AFTER = 8;
const MOST_LETTERS = 400;

interface QuoteRequest {
  readonly location: FindingLocation;
  /** The base of the newest run that reported it. */
  readonly commit: string;
}

/** Nothing where the commit has no such text. */
async function codeQuote(
  { workspace }: PageCall,
  { location, commit }: QuoteRequest,
): Promise<Html> {
  const { path, line } = location;
  if (!isCommitSha(commit)) return nothing;
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const [file] = await readTextsAt(git, [{ commit, path: path.replace(/^\.\//, '') }]);
  if (file?.kind !== 'text') return nothing;
  const lines = file.text.split('\n');
  const from = Math.max(1, line - BEFORE);
  const to = Math.min(lines.length, line + AFTER);
  if (from > to) return nothing;
  const colours = await colourLines({ path, text: file.text });
  const numbers = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  return html`<pre
    class="quote"
    tabindex="0"
    aria-label="Lines ${from} to ${to}"
  >${numbers.map((number) => {
    const text = (lines[number - 1] ?? '').slice(0, MOST_LETTERS);
    const tokens = colours.kind === 'coloured' ? (colours.lines[number - 1] ?? null) : null;
    return html`<span${number === line && html` class="hit"`}><i>${number}</i>${trusted(
      codeMarkup({ text, tokens, marks: [] }),
    )}</span>`;
  })}</pre>`;
}

function entryBody(call: PageCall, entry: InboxEntry): Promise<Html> {
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
      ${severityTag(severity)} ${location !== null && html`<code>${location.path}:${location.line}</code> · `}first
      seen ${ago(firstSeen, now)} · <code>${id}</code>${
        item !== null && html` · item <a href="${itemLink(item)}">${item}</a>`
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

async function requestBody(call: PageCall, { links }: InboxEntry): Promise<Html> {
  const look = await inspectProposal(call.workspace, links.proposal ?? '');
  return html`<div class="narrow">${await proposalPart(call, look)}</div>`;
}

/** The diff of the first branch; the others are a click away. */
async function branchesBody(call: PageCall, { id, links }: InboxEntry): Promise<Html> {
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
  }${await branchDiff({ ...call, url: entryLink(id) }, branch)}`;
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
  // Without one of the agent's it says again what stands above.
  const isOwn = view.result?.report !== 'missing';
  const report = isOwn ? await readReport(call.workspace, view).catch(() => null) : null;
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

const ALL = 1_000_000;

export async function showEntry(call: PageCall): Promise<ShownFragment> {
  const { workspace, query, now, signal } = call;
  const id = query.get('id') ?? '';
  const { entries } = await inbox(workspace, {
    limit: ALL,
    look: patientLook(workspace.clock),
    signal,
  });
  const entry = entries.find((one) => one.id === id);
  if (entry === undefined) throw notWaiting();
  const { title, kind, routine, since, why, links } = entry;
  const [word, , tone] = KIND_WORDS[kind];
  // Its forms lead back to the list, wherever it was opened.
  const back = { ...call, url: '/inbox' };
  return {
    kind: 'fragment',
    section: 'inbox',
    body: html`<article class="opened-entry" data-entry="${id}">
      <p class="crumbs">
        ${tag(word, tone)} ${routine !== null && html`<a href="${routineLink(routine)}">${routine}</a> · `}${
          links.run !== undefined && html`<a href="${runLink(links.run)}">run</a> · `
        }${ago(since, now)}
      </p>
      <h2 class="entry-title"><a href="${subjectLink(entry)}">${title}</a></h2>
      <p class="quiet">${withoutCommands(why)}</p>
      ${actsOf(back, entry)}${await entryBody(back, entry)}
    </article>`,
  };
}

/** As the keys of the list; each counts for what is shown here. */
function actsOf(call: PageCall, entry: InboxEntry): Html {
  const { kind, id } = entry;
  return postForm(call, {
    action: '/inbox/act',
    fields: { chosen: writeChoice(entry) },
    className: 'act entry-acts in-place',
    body: html`${
      declineNeedsReason(kind) &&
      html`<label class="unseen" for="why-${id}">Reason, required to ${declineWord(kind).toLowerCase()}</label
        ><input
          id="why-${id}"
          name="words"
          maxlength="500"
          placeholder="Reason to ${declineWord(kind).toLowerCase()}"
          autocomplete="off"
          data-needed="decline"
        />`
    }${
      declineWord(kind) !== acceptWord(kind) &&
      html`<button class="button" name="act" value="decline">${declineWord(kind)}</button>`
    }${snoozeChoice(html`<button class="button" name="act" value="snooze">Snooze</button>`)}${
      kind === 'failed-run' &&
      html`<button class="button" name="act" value="edit">Run again</button>`
    }${acceptPart(entry)}`,
  });
}

/** A branch lands on a page of its own, and a question has its answers below. */
function acceptPart(entry: InboxEntry): Html {
  const { kind, links } = entry;
  if (kind === 'question') return nothing;
  return kind === 'change-set' && links.set !== undefined
    ? html`<a class="button primary" href="${withQuery('/review/land', { what: links.set })}"
          >Land…</a
        ><a class="button" href="${subjectLink(entry)}">Open review</a>`
    : html`<button class="button primary" name="act" value="accept">${acceptWord(kind)}</button>`;
}

function notWaiting(): AppError {
  return new AppError('not-found', {
    code: 'entry-unknown',
    message: 'that does not wait any more',
    hint: 'It was decided, or it changed: open the inbox again.',
  });
}
