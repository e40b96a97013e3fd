/** From an agent's line to a pull request in the outbox. One that may not be is kept as well, refused: it says why. */
import type { PullRequestLine } from '../../engines/pull-request-line.ts';
import { inertTitle } from '../../forges/forge-text.ts';
import { proposalHash } from '../../ledger/proposal-hash.ts';
import { isWaiting, samePushes } from '../../ledger/proposal-rules.ts';
import { summaryOf } from '../../ledger/proposal-summary.ts';
import { isItemKey, type BranchName, type CommitSha, type ItemKey } from '../../words/ids.ts';
import type { Item } from '../../words/item.ts';
import { nothingLeft } from '../../words/nothing-left.ts';
import type { Proposal, PullRequestProposal } from '../../words/proposal.ts';
import type { ForgePlace, PullRequestLink, PullRequestPayload } from '../../words/pull-request.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import type { RunProgress } from '../../words/run.ts';
import { admitPullRequest } from '../requests/admit-pull-request.ts';
import { composeBody, type BodyRequest } from './compose-body.ts';

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
