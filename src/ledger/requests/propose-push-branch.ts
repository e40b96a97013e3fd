/** A line that has the branch of a run pushed, as a proposal. */
import type { ProposalLine } from '../../engines/agent-contract.ts';
import type { BranchName, CommitSha } from '../../words/ids.ts';
import { nothingLeft, type PushBranchProposal } from '../../words/proposal.ts';
import { proposalHash } from '../proposal-program.ts';
import { admitPush, samePushes } from '../proposal-rules.ts';
import { summaryOf } from '../proposal-summary.ts';
import type { Proposing } from './proposing.ts';

export interface LeftToPush {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** By the name of the remote, without credentials; `null`: there is none. */
  readonly url: string | null;
  /** Branches that work starts from or lands on. */
  readonly defaults: readonly string[];
  /** What the messages of its commits do there, by line. */
  readonly words: readonly string[];
}

type PushBranchLine = Extract<ProposalLine, { readonly type: 'push-branch' }>;

/** Of a run that left nothing the proposal is kept as well, refused: it names what would have been pushed. */
export function proposePushBranch(
  request: Proposing<PushBranchLine> & { readonly left: LeftToPush | null },
): PushBranchProposal {
  const { id, line, before, recorded, spec, now, left } = request;
  const { push, mode } = spec.routine.outputs;
  const nothing = nothingLeft(spec.id);
  const { branch, tip } = left ?? nothing;
  const ref = line.ref ?? branch;
  const duplicates = samePushes({ ref, tip }, [...before.others.proposals, ...recorded]);
  const { state, reason } = admitPush({
    push: push ?? null,
    remote: line.remote,
    ref,
    left,
    url: left?.url ?? null,
    defaults: left?.defaults ?? [],
    admitted: recorded.filter((one) => one.type === 'push-branch' && one.state !== 'refused')
      .length,
    duplicates: left === null ? [] : duplicates,
    words: left?.words ?? [],
  });
  const payload = { branch, tip, remote: line.remote, url: left?.url ?? '', ref };
  return {
    id,
    run: spec.id,
    routine: spec.routine.id,
    type: 'push-branch',
    mode: push?.mode ?? mode,
    state,
    summary: summaryOf({ type: 'push-branch', payload }),
    payload,
    duplicates: left === null ? [] : duplicates,
    hash: proposalHash('push-branch', payload),
    createdAt: now,
    decision: reason === '' ? null : { by: 'roundsman', at: now, reason },
  };
}
