/** Whether a pull request that a run asks for is let in. Pure: what is known comes from the caller. */
import type { Admission } from '../../ledger/proposal-rules.ts';
import { whyNotPushed } from '../../ledger/push-names.ts';
import { assertNever } from '../../words/errors.ts';
import { whyNotUnseen } from '../../words/format-outward.ts';
import type { BranchName, CommitSha, ItemKey } from '../../words/ids.ts';
import type { ForgePlace, PullRequestLink } from '../../words/pull-request.ts';
import type { PullRequestRules } from '../../words/routine.ts';

export interface PullRequestAdmission {
  readonly rules: PullRequestRules | null;
  /** What the run left; `null`: nothing, or several. */
  readonly left: { readonly branch: BranchName; readonly tip: CommitSha } | null;
  /** Where the remote pushes to; `null`: there is none of that name. */
  readonly url: string | null;
  /** Where it would be opened, or why that is not known. */
  readonly forge: ForgePlace | { readonly whyNot: string };
  readonly ref: string;
  readonly base: string | null;
  /** Which it would be tied to. */
  readonly item: ItemKey | null;
  /** Branches that the routine starts from. */
  readonly defaults: readonly string[];
  /** One of the same row of branches that is open: it is updated. */
  readonly goesOn: PullRequestLink | null;
  readonly admitted: number;
  /** Open or waiting ones of the routine before this run. */
  readonly openBefore: number;
  readonly duplicates: readonly string[];
  /** What its commit messages do there, by line. */
  readonly words: readonly string[];
}

export function admitPullRequest(request: PullRequestAdmission): Admission {
  const { rules } = request;
  const reason = refusalOf(request);
  if (reason !== null || rules === null)
    return { state: 'refused', reason: reason ?? 'outputs.pull-request is not set' };
  const seen = whyNotUnseen(request.words);
  switch (rules.mode) {
    case 'review':
      return { state: 'held', reason: '' };
    case 'staged':
      return { state: 'staged', reason: '' };
    case 'auto':
      return isUsual(request, rules) && seen === null
        ? { state: 'approved', reason: 'outputs.pull-request.mode is auto' }
        : { state: 'held', reason: seen ?? '' };
    default:
      return assertNever(rules.mode);
  }
}

/**
 * Whether the routine admits it without review. A followed pull request is its own duplicate; what it was told on the way
 * may not move it to another item. (Approval of the first text does not approve later ones: following covers commits alone.)
 */
function isUsual(
  { base, defaults, duplicates, goesOn, item }: PullRequestAdmission,
  rules: PullRequestRules,
): boolean {
  if (base === null || (rules.base !== base && !defaults.includes(base))) return false;
  if (goesOn === null || goesOn.follow === null) return duplicates.length === 0;
  return item === goesOn.item;
}

function refusalOf(request: PullRequestAdmission): string | null {
  const { rules, left, url, forge, ref, base, defaults, goesOn, admitted, openBefore } = request;
  if (rules === null) return 'the routine does not allow it: outputs.pull-request is not set';
  if (left === null) return 'the run left no branch of its own';
  if (url === null) return `the repository has no remote ${rules.remote}`;
  if ('whyNot' in forge) return forge.whyNot;
  if (base === null) return 'its target branch is not known: set outputs.pull-request.base';
  if (goesOn === null && rules.base !== null && base !== rules.base)
    return `outputs.pull-request.base is ${rules.base}, not ${base}`;
  if (base === ref) return `${ref} cannot go into itself`;
  if (goesOn !== null && base !== goesOn.base)
    return `the one that is open goes into ${goesOn.base}, not ${base}`;
  if (admitted >= rules.max)
    return `outputs.pull-request.max is ${rules.max}, and that many were let in`;
  if (goesOn === null && openBefore >= rules.maxOpen)
    return `outputs.pull-request.max-open is ${rules.maxOpen}, and ${openBefore} are open or wait`;
  return whyNotPushed(ref, defaults);
}
