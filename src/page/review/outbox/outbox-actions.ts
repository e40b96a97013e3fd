/** A person's yes, no or other wording to proposals, each bound to the content that was shown. */
import { changeProposal } from '../../../connections/requests/edit-proposal.ts';
import { decideRequests } from '../../../inbox/decisions/decide.ts';
import { AppError } from '../../../words/errors.ts';
import type { Proposal } from '../../../words/proposal.ts';
import { oneLine, plural } from '../../../words/text.ts';
import type { Acted, ActionCall } from '../../contract.ts';
import { proposalLink } from '../../links.ts';

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
