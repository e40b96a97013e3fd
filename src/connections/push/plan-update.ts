/** What to do about a tip that is to go onto a branch of ours at a remote, from what was looked at. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import type { PushLook } from './inspect-push.ts';
import { whyNotThere, whyNotThisCommit, type PushPlan, type PushRules } from './plan-push.ts';

/** @param from the commit where we left the branch there: any other commit belongs to others, and stays */
/* oxlint-disable-next-line eslint/max-params -- what, from where, what is there, and what holds */
export function planUpdate(
  payload: PushBranchPayload,
  from: CommitSha,
  look: PushLook,
  rules: Pick<PushRules, 'defaults' | 'discarded'>,
): PushPlan {
  const { ref, tip, remote } = payload;
  const elsewhere = whyNotThere(payload, look, rules.defaults);
  if (elsewhere !== null) return refused(elsewhere);
  if (look.address === null)
    return refused(`${remote} could not be asked: ${look.silent ?? 'it has no address'}`);
  if (look.silent !== null)
    return { ...refused(`${remote} could not be asked: ${look.silent}`), passing: true };
  if (look.there === tip) return { kind: 'there' };
  if (look.there === null) return refused(`${remote} has no branch ${ref} any more`);
  if (look.there !== from)
    return refused(
      `someone else pushed to ${remote}/${ref}: it is at ${look.there.slice(0, 10)}, and was left at ${from.slice(0, 10)}; you decide`,
    );
  const commit = whyNotThisCommit(payload, look, rules.discarded);
  if (commit !== null) return refused(commit);
  return { kind: 'push', address: look.address };
}

function refused(why: string): Extract<PushPlan, { readonly kind: 'refused' }> {
  return { kind: 'refused', why };
}
