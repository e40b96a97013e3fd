/** What to do about an approved push, from what was looked at. Pure. */
import { whyNotPushed } from '../../ledger/push-rules.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import type { PushLook } from './inspect-push.ts';

export type PushPlan =
  | { readonly kind: 'push'; readonly address: string }
  /** It is there with exactly this commit: it is done, no matter who pushed it. */
  | { readonly kind: 'there' }
  /** A try before may have arrived, and been merged and removed there: a person is to look first. */
  | { readonly kind: 'asks'; readonly why: string }
  /** `passing`: the same may be done later. Absent: it is not. */
  | { readonly kind: 'refused'; readonly why: string; readonly passing?: true };

export interface PushRules {
  /** Branches that work starts from or lands on. */
  readonly defaults: readonly string[];
  /** Who discarded the branch and why, one line; `null`: it is not discarded. */
  readonly discarded: string | null;
  /** Whether it was tried before, and no person has looked since. */
  readonly isRetry: boolean;
}

/** What is not known is not a yes. */
export function planPush(payload: PushBranchPayload, look: PushLook, rules: PushRules): PushPlan {
  const { ref, tip, branch, remote } = payload;
  const elsewhere = whyNotThere(payload, look, rules.defaults);
  if (elsewhere !== null) return refused(elsewhere);
  if (look.silent !== null || look.address === null)
    return refused(`${remote} could not be asked: ${look.silent ?? 'it has no address'}`);
  if (look.there === tip) return { kind: 'there' };
  if (look.there !== null)
    return refused(
      `${remote} has a branch ${ref} already, at ${look.there.slice(0, 10)}: nothing is pushed over it`,
    );
  const commit = whyNotThisCommit(payload, look, rules.discarded);
  if (commit !== null) return refused(commit);
  if (rules.isRetry && look.wentOn !== null)
    return {
      kind: 'asks',
      why: `${remote}/${look.wentOn} continued since ${branch} began, and ${ref} may have been merged and removed there: look there, then approve it again or decline it`,
    };
  return { kind: 'push', address: look.address };
}

/** What keeps anything from going to that name at that place; `null`: nothing. */
export function whyNotThere(
  { ref, remote, url }: PushBranchPayload,
  look: PushLook,
  defaults: readonly string[],
): string | null {
  const heads = look.remoteHead === null ? [] : [look.remoteHead];
  const name = whyNotPushed(ref, [...defaults, ...heads]);
  if (name !== null) return name;
  if (look.url === null || look.url === url) return null;
  return `${remote} pushed to ${url} when it was proposed, and pushes to ${look.url} now`;
}

/** What keeps its commit from being pushed, whatever is there; `null`: nothing. */
export function whyNotThisCommit(
  { branch, tip }: PushBranchPayload,
  look: PushLook,
  discarded: string | null,
): string | null {
  if (discarded !== null) return `${branch} was discarded: ${discarded}`;
  if (look.localTip === null) return `the branch ${branch} is gone`;
  if (look.localTip === tip) return null;
  return `${branch} has moved since it was proposed: ${tip.slice(0, 10)} was approved, ${look.localTip.slice(0, 10)} is there`;
}

function refused(why: string): PushPlan {
  return { kind: 'refused', why };
}
