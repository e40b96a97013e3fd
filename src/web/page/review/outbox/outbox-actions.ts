/** A person's yes or no to proposals, each bound to the content that was shown. */
import { decideProposals } from '../../../../app/decide-proposals.ts';
import { AppError } from '../../../../domain/errors.ts';
import type { Proposal } from '../../../../domain/proposal.ts';
import { oneLine, plural } from '../../../../domain/text.ts';
import type { Acted, ActionCall } from '../../contract.ts';

export async function actDecide({ workspace, by, form }: ActionCall): Promise<Acted> {
  const chosen = form.all('chosen').map(readChoice);
  if (chosen.length === 0) {
    throw new AppError('usage', {
      code: 'nothing-chosen',
      message: 'no proposal is chosen',
      hint: 'Go back, choose some, and press the button again.',
    });
  }
  const kind = form.text('kind') === 'approve' ? 'approve' : 'decline';
  const known = new Map((await workspace.proposals.list()).map((one) => [one.id, one]));
  for (const one of chosen) requireUnchanged(known.get(one.id), one);
  const decided = await decideProposals(workspace, {
    words: chosen.map(({ id }) => id),
    wholeRuns: false,
    kind,
    reason: kind === 'decline' ? form.need('reason') : form.text('reason'),
    by,
  });
  return { to: '/outbox', notice: words(kind, decided) };
}

interface Choice {
  readonly id: string;
  readonly hash: string;
}

/** As the forms carry it: `P-3fa9c0-1 <hash>`. */
function readChoice(text: string): Choice {
  const [id = '', hash = ''] = text.split(' ');
  return { id, hash };
}

function requireUnchanged(proposal: Proposal | undefined, { id, hash }: Choice): void {
  if (proposal === undefined) {
    throw new AppError('not-found', {
      code: 'proposal-unknown',
      message: `no proposal is called "${oneLine(id, 60)}"`,
      hint: 'Open the outbox.',
    });
  }
  if (proposal.hash === hash) return;
  throw new AppError('refused', {
    code: 'proposal-changed',
    message: `${proposal.id} changed since it was shown: nothing was decided`,
    hint: 'Look at it once more.',
  });
}

function words(kind: 'approve' | 'decline', decided: readonly Proposal[]): string {
  const many = plural(decided.length, 'proposal');
  return kind === 'approve' ? `Approved ${many}.` : `Declined ${many}; later runs are told.`;
}
