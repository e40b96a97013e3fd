/**
 * An approved push, carried out. Done over after a crash it does nothing twice: the remote is asked first, and what stands
 * there with this very commit is done.
 */
import { pushNewBranch } from '../../git/push-new-branch.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import { inspectPush, withRemote, wordsOf, type PushPlace } from './inspect-push.ts';
import { planPush, type PushRules } from './plan-push.ts';

/** One line for people. */
export type Applied =
  | { readonly kind: 'applied'; readonly outcome: string }
  | {
      readonly kind: 'failed';
      readonly outcome: string;
      /** Whether a person is to say yes again, rather than that it is tried again. */
      readonly asks?: boolean;
      /** It was not refused: the same may be done later. Absent: it was refused. */
      readonly passing?: true;
      /** ISO 8601: from when on it may be tried again by itself. */
      readonly again?: string;
    };

/** Never throws for what a remote says or does. */
export async function pushBranch(
  payload: PushBranchPayload,
  rules: PushRules,
  place: PushPlace,
): Promise<Applied> {
  const look = await inspectPush(payload, place);
  const plan = planPush(payload, look, rules);
  const { ref, tip, remote } = payload;
  const where = `${remote}/${ref}`;
  if (plan.kind === 'refused') return { kind: 'failed', outcome: plan.why };
  if (plan.kind === 'asks') return { kind: 'failed', outcome: plan.why, asks: true };
  if (plan.kind === 'there')
    return { kind: 'applied', outcome: `${where} is there, at ${tip.slice(0, 10)}` };
  const { address } = plan;
  const answer = await withRemote(place, address, (repository) =>
    pushNewBranch({ url: address, tip, ref }, repository),
  );
  if (answer.exitCode === 0 && !answer.cancelled)
    return { kind: 'applied', outcome: `pushed ${tip.slice(0, 10)} to ${where}` };
  const words = await wordsOf(answer, address, place);
  if (!answer.cancelled) return { kind: 'failed', outcome: `${remote} did not take it: ${words}` };
  const after = await inspectPush(payload, place);
  if (after.there === tip)
    return { kind: 'applied', outcome: `pushed ${tip.slice(0, 10)} to ${where}` };
  return {
    kind: 'failed',
    outcome: `${remote} gave ${words}; trying again asks first whether it arrived`,
  };
}
