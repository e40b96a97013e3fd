/** What runs ask for outside of their work: each waits for a yes, and says what exactly would happen. */
import { changeProposal } from '../../../connections/requests/edit-proposal.ts';
import { decideRequests } from '../../../inbox/decisions/decide.ts';
import { fingerprintsOf } from '../../../ledger/finding-verdict.ts';
import { AppError } from '../../../words/errors.ts';
import type { Proposal } from '../../../words/proposal.ts';
import { plural, oneLine } from '../../../words/text.ts';
import type { PageCall, ShownPage, Acted, ActionCall } from '../../contract.ts';
import { postForm } from '../../forms.ts';
import { html, type Html } from '../../html.ts';
import { proposalLink, routineLink, withQuery } from '../../links.ts';
import { when } from '../parts/when.ts';
import { stateTag, waitsForPerson } from './show-proposal.ts';

const SHOWN = 100;

export async function showOutbox(call: PageCall): Promise<ShownPage> {
  const all = await call.workspace.proposals.list();
  const everything = call.query.has('all');
  const waiting = all.filter(waitsForPerson);
  const covered = await countCovered(call, waiting);
  const shown = everything ? all.toReversed() : waiting;
  return {
    kind: 'page',
    section: 'outbox',
    title: 'Requests',
    tabCounts: { outbox: waiting.length },
    body: html`<header class="page-head">
        <h1>Requests</h1>
        ${waiting.length > 0 && html`<p>${waitingWords(waiting, covered)}</p>`}
        <p class="actions">
          <a class="button" href="${withQuery('/outbox', { all: everything ? null : '1' })}"
            >${everything ? 'Only what waits' : `All ${all.length}`}</a
          >
        </p>
      </header>
      ${shown.length === 0 ? empty() : list(call, shown.slice(0, SHOWN))}${
        shown.length > SHOWN &&
        html`<p class="quiet">
          and ${shown.length - SHOWN} more; <code>roundsman requests --all</code> lists them.
        </p>`
      }`,
  };
}

/** Of those, the ones that a finding's acceptance approves: the inbox lists the finding alone. */
async function countCovered(
  { workspace }: PageCall,
  waiting: readonly Proposal[],
): Promise<number> {
  const asked = waiting.filter(
    ({ type, state, duplicates }) =>
      type === 'file-item' && state === 'held' && duplicates.length === 0,
  );
  if (asked.length === 0) return 0;
  const open = (await workspace.findings.listAll()).filter(({ verdict }) => verdict === null);
  const names = new Set(open.flatMap(fingerprintsOf));
  return asked.filter(
    ({ payload }) => 'findings' in payload && payload.findings.some((name) => names.has(name)),
  ).length;
}

function waitingWords(waiting: readonly Proposal[], covered: number): Html {
  return html`${plural(waiting.length, 'request')} to decide on.${
    covered > 0 &&
    html` ${covered === waiting.length ? (covered === 1 ? 'It belongs' : 'They belong') : `${covered} of them ${covered === 1 ? 'belongs' : 'belong'}`}
      to findings: accept a finding in the <a href="/inbox?kind=finding">inbox</a>, and its request is
      approved with it.`
  }`;
}

function empty(): Html {
  return html`<div class="empty">
    <p><b>No request waits.</b></p>
    <p>
      Whatever an agent wants to do outside of its branch, such as filing an item, is listed here
      first, word for word.
    </p>
  </div>`;
}

function list(call: PageCall, proposals: readonly Proposal[]): Html {
  const open = proposals.filter(({ state }) => state === 'held');
  const rows = html`<ul class="rows">
    ${proposals.map((one) => row(call, one))}
  </ul>`;
  if (open.length === 0) return rows;
  return postForm(call, {
    action: '/outbox/decide',
    className: 'stack',
    otherwise: rows,
    body: html`${rows}
      <div class="stack bar">
        <label
          >Reason, required to decline <input name="reason" maxlength="2000" autocomplete="off"
        /></label>
        <div class="actions">
          <button class="button primary" name="kind" value="approve">Approve the chosen</button
          ><button class="button danger" name="kind" value="decline">Decline the chosen</button>
        </div>
      </div>`,
  });
}

function row({ now, may }: PageCall, proposal: Proposal): Html {
  const { id, summary, state, routine, createdAt, duplicates, hash } = proposal;
  return html`<li class="proposal" data-row>
    ${
      state === 'held' &&
      may('/outbox/decide') &&
      html`<input
        type="checkbox"
        name="chosen"
        value="${`${id} ${hash}`}"
        aria-label="${`Choose ${id}`}"
      />`
    }
    <div>
      <div class="set-head">
        <a class="set-title" href="${proposalLink(id)}">${summary}</a
        >${stateTag(proposal)}${
          duplicates.length > 0 &&
          html`<span class="tag warn">${plural(duplicates.length, 'duplicate')}?</span>`
        }
      </div>
      <p class="set-facts">
        <code>${id}</code> · <a href="${routineLink(routine)}">${routine}</a> ·
        ${when(now, createdAt)}
      </p>
    </div>
  </li>`;
}

// A person's yes, no or other wording to proposals, each bound to the content that was shown.
export async function actDecide({ workspace, by, form }: ActionCall): Promise<Acted> {
  const chosen = form.all('chosen').map(readChoice);
  if (chosen.length === 0) {
    throw new AppError('usage', {
      code: 'nothing-chosen',
      message: 'no request is chosen',
      hint: 'Go back, choose some, and press the button again.',
    });
  }
  const kind = form.text('kind') === 'approve' ? 'approve' : 'decline';
  const decided = await decideRequests(workspace, {
    words: chosen.map(({ id }) => id),
    wholeRuns: false,
    kind,
    reason: kind === 'decline' ? form.need('reason') : form.text('reason'),
    by,
    seen: Object.fromEntries(chosen.map(({ id, hash }) => [id, hash])),
  });
  return { to: '/outbox', ...words(kind, decided) };
}

export async function actRetry({ workspace, by, form }: ActionCall): Promise<Acted> {
  const id = form.need('id');
  const decided = await decideRequests(workspace, {
    words: [id],
    wholeRuns: false,
    kind: 'retry',
    reason: '',
    by,
  });
  return { to: proposalLink(id), ...words('approve', decided) };
}

export async function actEdit({ workspace, by, form }: ActionCall): Promise<Acted> {
  const { id } = await changeProposal(workspace, {
    id: form.need('id'),
    seen: form.need('seen'),
    change: form.has('ref')
      ? { ref: form.need('ref') }
      : { title: form.need('title'), body: form.text('body') },
    by,
  });
  return { to: proposalLink(id), notice: 'The new wording is kept, and waits for a yes.' };
}

interface Choice {
  readonly id: string;
  readonly hash: string;
}

/** As the forms carry it: `P-3fa9c0-1 <hash>`. */
function readChoice(text: string): Choice {
  const [id = '', hash = ''] = text.split(' ');
  if (/^[0-9a-f]{64}$/.test(hash)) return { id, hash };
  throw new AppError('usage', {
    code: 'choice-unread',
    message: `"${oneLine(text, 60)}" does not say which content was looked at`,
    hint: 'Open the requests again, and choose there.',
  });
}

function words(
  kind: 'approve' | 'decline',
  decided: readonly Proposal[],
): Pick<Acted, 'notice' | 'tone'> {
  const many = plural(decided.length, 'request');
  if (kind === 'decline') return { notice: `Declined ${many}; later runs are told.` };
  const failed = decided.filter(({ state }) => state === 'failed');
  const [first] = failed;
  if (first === undefined) return { notice: `Approved ${many}, and done.` };
  return {
    notice: `${plural(failed.length, 'approved request')} could not be done. ${first.id}: ${first.applying?.outcome ?? ''}`,
    tone: 'problem',
  };
}
