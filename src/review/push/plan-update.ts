/** What is to be done about a tip that is to go onto a branch of ours at a remote, from what was looked at. Pure. */
import type { CommitSha } from '../../domain/ids.ts';
import type { PushBranchPayload } from '../../domain/proposal.ts';
import { whyNotPushed } from '../../domain/push-names.ts';
import type { PushLook } from './look-at-push.ts';
import type { PushPlan, PushRules } from './plan-push.ts';

/** @param from where we left it there: anything else is somebody else's, and stays */
/* oxlint-disable-next-line eslint/max-params -- what, from where, what is there, and what holds */
export function planUpdate(
  payload: PushBranchPayload,
  from: CommitSha,
  look: PushLook,
  rules: Pick<PushRules, 'defaults' | 'discarded'>,
): PushPlan {
  const { ref, tip, branch, remote, url } = payload;
  const heads = look.remoteHead === null ? [] : [look.remoteHead];
  const name = whyNotPushed(ref, [...rules.defaults, ...heads]);
  if (name !== null) return refused(name);
  if (look.url !== null && look.url !== url)
    return refused(
      `${remote} pushed to ${url} when it was proposed, and pushes to ${look.url} now`,
    );
  if (look.address === null)
    return refused(`${remote} could not be asked: ${look.silent ?? 'it has no address'}`);
  if (look.silent !== null)
    return { ...refused(`${remote} could not be asked: ${look.silent}`), passing: true };
  if (look.there === tip) return { kind: 'there' };
  if (look.there === null) return refused(`${remote} has no branch ${ref} any more`);
  if (look.there !== from)
    return refused(
      `somebody else pushed to ${remote}/${ref}: it is at ${look.there.slice(0, 10)}, and was left at ${from.slice(0, 10)}; a person is to decide`,
    );
  if (rules.discarded !== null) return refused(`${branch} was discarded: ${rules.discarded}`);
  if (look.localTip === null) return refused(`the branch ${branch} is gone`);
  if (look.localTip !== tip)
    return refused(
      `${branch} has moved since it was proposed: ${tip.slice(0, 10)} was approved, ${look.localTip.slice(0, 10)} is there`,
    );
  return { kind: 'push', address: look.address };
}

function refused(why: string): Extract<PushPlan, { readonly kind: 'refused' }> {
  return { kind: 'refused', why };
}
