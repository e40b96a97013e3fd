/** From an agent's line to a pull request in the outbox. One that may not be is kept as well, refused: it says why. */
import type { PullRequestLine } from '../../engines/agent-contract.ts';
import { inertTitle } from '../../forges/forge-text.ts';
import { proposalHash } from '../../ledger/proposal-program.ts';
import { type Admission, isWaiting, samePushes } from '../../ledger/proposal-rules.ts';
import { summaryOf } from '../../ledger/proposal-summary.ts';
import { whyNotPushed } from '../../ledger/push-rules.ts';
import { assertNever } from '../../words/errors.ts';
import { whyNotUnseen } from '../../words/format-outward.ts';
import { type BranchName, type CommitSha, isItemKey, type ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import { nothingLeft, type Proposal, type PullRequestProposal } from '../../words/proposal.ts';
import type { ForgePlace, PullRequestLink, PullRequestPayload } from '../../words/pull-request.ts';
import type { PullRequestRules } from '../../words/routine.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunProgress } from '../../words/run.ts';
import { type BodyRequest, composeBody } from './compose-body.ts';

// Whether a pull request that a run asks for is let in. Pure: what is known comes from the caller.

interface PullRequestAdmission {
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

function admitPullRequest(request: PullRequestAdmission): Admission {
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

/** What is known of the place and the run, looked up only when one is asked for. */
export interface PullRequestLeft {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  readonly url: string | null;
  readonly defaults: readonly string[];
  readonly forge: ForgePlace | { readonly whyNot: string };
  /** The default base of the pull request: the default branch there. */
  readonly base: string | null;
  /** An open one of the same row of branches. */
  readonly goesOn: PullRequestLink | null;
  /** Open ones of the routine. */
  readonly open: number;
  readonly progress: RunProgress;
  readonly findings: BodyRequest['findings'];
  /** What the messages of its commits do there, by line. */
  readonly words: readonly string[];
}

export interface ProposePullRequest {
  readonly id: string;
  readonly line: PullRequestLine;
  readonly spec: Pick<RunSpec, 'id' | 'routine'> &
    Partial<Pick<RunSpec, 'slot' | 'attempt' | 'item'>>;
  readonly left: PullRequestLeft | null;
  readonly items: readonly Item[];
  /** Of other runs, and of earlier lines of this one. */
  readonly before: readonly Proposal[];
  readonly recorded: readonly Proposal[];
  readonly now: string;
}

const NOWHERE: ForgePlace = { via: '', kind: 'github', api: '', repository: '' };

export function proposePullRequest(request: ProposePullRequest): PullRequestProposal {
  const { id, spec, left, before, recorded, now } = request;
  const rules = spec.routine.outputs.pullRequest ?? null;
  const payload = payloadOf(request);
  const { ref, tip } = payload;
  const duplicates = left === null ? [] : samePushes({ ref, tip }, [...before, ...recorded]);
  const waiting = before.filter(
    (one) => one.type === 'pull-request' && one.routine === spec.routine.id && isWaiting(one.state),
  );
  const { state, reason } = admitPullRequest({
    rules,
    left,
    url: left?.url ?? null,
    forge: left?.forge ?? { whyNot: 'the run left no branch of its own' },
    ref,
    base: payload.base === '' ? null : payload.base,
    item: payload.item,
    defaults: left?.defaults ?? [],
    goesOn: left?.goesOn ?? null,
    admitted: recorded.filter((one) => one.type === 'pull-request' && one.state !== 'refused')
      .length,
    openBefore: (left?.open ?? 0) + waiting.length,
    duplicates,
    words: left?.words ?? [],
  });
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'pull-request',
    mode: rules?.mode ?? spec.routine.outputs.mode,
    state,
    summary: summaryOf({ type: 'pull-request', payload }),
    payload,
    duplicates,
    hash: proposalHash('pull-request', payload),
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}

function payloadOf({ line, spec, left, items }: ProposePullRequest): PullRequestPayload {
  const rules = spec.routine.outputs.pullRequest ?? null;
  const { branch, tip } = left ?? nothingLeft(spec.id);
  const goesOn = left?.goesOn ?? null;
  const forge = left === null || 'whyNot' in left.forge ? NOWHERE : left.forge;
  const item = itemOf({ line, spec }, items);
  // An agent may be talked into naming any item: closing an issue is for the one that the run was given.
  const fixes = item !== null && item.key === spec.item?.key;
  return {
    branch,
    tip,
    remote: rules?.remote ?? 'origin',
    url: left?.url ?? '',
    ref: goesOn?.ref ?? branch,
    from: goesOn?.pushed ?? null,
    forge,
    base: line.base ?? goesOn?.base ?? rules?.base ?? left?.base ?? '',
    title: inertTitle(line.title),
    body: left === null ? '' : composeBody({ ...left, spec, said: line.body, item, fixes, forge }),
    draft: rules?.draft ?? true,
    labels: rules?.labels ?? [],
    reviewers: rules?.reviewers ?? [],
    item: item?.key ?? goesOn?.item ?? null,
    follow: rules?.follow ?? null,
  };
}

/** The one that it names, if there is one; else the one that the run is for. */
function itemOf(
  { line, spec }: Pick<ProposePullRequest, 'line' | 'spec'>,
  items: readonly Item[],
): Item | null {
  const wanted: ItemKey | null =
    line.item !== undefined && isItemKey(line.item) ? line.item : (spec.item?.key ?? null);
  return items.find(({ key, state }) => key === wanted && state === 'open') ?? null;
}
