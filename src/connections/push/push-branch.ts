/**
 * An approved push, carried out. Done over after a crash it does nothing twice: the remote is asked first, and what stands
 * there with this very commit is done.
 */
import type { NetworkAnswer } from '../../git/network-git.ts';
import { pushNewBranch, pushOntoBranch } from '../../git/remote-refs.ts';
import { whyNotPushed } from '../../ledger/push-rules.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { PushBranchPayload } from '../../words/proposal.ts';
import { inspectPush, withRemote, wordsOf, type PushPlace, type PushLook } from './inspect-push.ts';

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

// A tip that continues from what we pushed before, carried out. Done over after a crash it does nothing twice.
export interface PushOnto {
  readonly payload: PushBranchPayload;
  readonly from: CommitSha;
}

export async function pushOnto(
  { payload, from }: PushOnto,
  rules: Pick<PushRules, 'defaults' | 'discarded'>,
  place: PushPlace,
): Promise<Applied> {
  const { ref, tip, remote } = payload;
  const where = `${remote}/${ref}`;
  const plan = planUpdate(payload, from, await inspectPush(payload, place), rules);
  if (plan.kind === 'there')
    return { kind: 'applied', outcome: `${where} is there, at ${tip.slice(0, 10)}` };
  if (plan.kind === 'asks') return { kind: 'failed', outcome: plan.why };
  if (plan.kind === 'refused')
    return { kind: 'failed', outcome: plan.why, ...(plan.passing ? { passing: true } : {}) };
  const { address } = plan;
  try {
    const answer = await withRemote(place, address, (repository) =>
      pushOntoBranch({ url: address, from, tip, ref }, repository),
    );
    const after = answer.exitCode === 0 && !answer.cancelled ? tip : null;
    if (after === tip || (await inspectPush(payload, place)).there === tip)
      return { kind: 'applied', outcome: `pushed ${tip.slice(0, 10)} to ${where}` };
    const words = await wordsOf(answer, address, place);
    // What the other side refuses stands in a line of its own; without one it was not reached, or went away.
    return isTurnedDown(answer)
      ? { kind: 'failed', outcome: `${remote} did not take it: ${words}` }
      : { kind: 'failed', outcome: `${remote} was not reached: ${words}`, passing: true };
  } catch (thrown) {
    if (thrown instanceof AppError) return { kind: 'failed', outcome: thrown.message };
    throw thrown;
  }
}

function isTurnedDown({ cancelled, stdout }: NetworkAnswer): boolean {
  return !cancelled && stdout.split('\n').some((line) => line.startsWith('!'));
}

// What to do about a tip that is to go onto a branch of ours at a remote, from what was looked at. Pure.

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

// What to do about an approved push, from what was looked at. Pure.
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
  if (elsewhere !== null) return refusedPlan(elsewhere);
  if (look.silent !== null || look.address === null)
    return refusedPlan(`${remote} could not be asked: ${look.silent ?? 'it has no address'}`);
  if (look.there === tip) return { kind: 'there' };
  if (look.there !== null)
    return refusedPlan(
      `${remote} has a branch ${ref} already, at ${look.there.slice(0, 10)}: nothing is pushed over it`,
    );
  const commit = whyNotThisCommit(payload, look, rules.discarded);
  if (commit !== null) return refusedPlan(commit);
  if (rules.isRetry && look.wentOn !== null)
    return {
      kind: 'asks',
      why: `${remote}/${look.wentOn} continued since ${branch} began, and ${ref} may have been merged and removed there: look there, then approve it again or decline it`,
    };
  return { kind: 'push', address: look.address };
}

/** What keeps anything from going to that name at that place; `null`: nothing. */
function whyNotThere(
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
function whyNotThisCommit(
  { branch, tip }: PushBranchPayload,
  look: PushLook,
  discarded: string | null,
): string | null {
  if (discarded !== null) return `${branch} was discarded: ${discarded}`;
  if (look.localTip === null) return `the branch ${branch} is gone`;
  if (look.localTip === tip) return null;
  return `${branch} has moved since it was proposed: ${tip.slice(0, 10)} was approved, ${look.localTip.slice(0, 10)} is there`;
}

function refusedPlan(why: string): PushPlan {
  return { kind: 'refused', why };
}
