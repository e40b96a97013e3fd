/** What becomes of what a run asks for. Pure: counts and earlier proposals come from the caller. */
import { assertNever } from '../words/errors.ts';
import { whyNotUnseen } from '../words/format-outward.ts';
import type { BranchName, CommitSha, ItemKey, RunId } from '../words/ids.ts';
import type { Item, ItemState } from '../words/item.ts';
import type { Proposal, ProposalState } from '../words/proposal.ts';
import type { OutputRules } from '../words/routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { whyNotPushed, pushesBranch } from './push-rules.ts';

export interface Admission {
  readonly state: ProposalState;
  /** Why it was refused or is held against the mode; empty otherwise. */
  readonly reason: string;
}

export interface AdmissionRequest {
  readonly key: ItemKey;
  readonly fileItem: OutputRules['fileItem'];
  /** Keys set aside for this run that no earlier line has used. */
  readonly free: readonly ItemKey[];
  /** Keys set aside for this run, used or not. */
  readonly reserved: readonly ItemKey[];
  /** Let in by earlier lines of this run. */
  readonly admitted: number;
  /** Items of the routine that were open or proposed before this run. */
  readonly openBefore: number;
  readonly duplicates: readonly string[];
  /** Why its tracker cannot be had; absent or `null`: it can. */
  readonly untracked?: string | null;
}

export interface PushRequest {
  readonly push: OutputRules['push'];
  readonly remote: string;
  readonly ref: string;
  /** What the run left; `null`: nothing, or several. */
  readonly left: { readonly branch: BranchName; readonly tip: CommitSha } | null;
  /** Where the remote pushes to; `null`: there is none of that name. */
  readonly url: string | null;
  /** Branches that the routine starts from. */
  readonly defaults: readonly string[];
  readonly admitted: number;
  readonly duplicates: readonly string[];
  /** What its commit messages do there, by line. */
  readonly words: readonly string[];
}

/** Only the branch of the run itself, and never where it could go over something. */
export function admitPush(request: PushRequest): Admission {
  const { push, duplicates, words } = request;
  const reason = pushRefusal(request);
  if (reason !== null || push === null || push === undefined) {
    return { state: 'refused', reason: reason ?? 'outputs.push is not set' };
  }
  const seen = whyNotUnseen(words);
  switch (push.mode) {
    case 'review':
      return { state: 'held', reason: '' };
    case 'staged':
      return { state: 'staged', reason: '' };
    case 'auto':
      return duplicates.length === 0 && seen === null
        ? { state: 'approved', reason: 'outputs.push.mode is auto' }
        : { state: 'held', reason: seen ?? '' };
    default:
      return assertNever(push.mode);
  }
}

/** Proposals that push the same commit, or to the same name, by themselves or with a pull request. */
export function samePushes(
  { ref, tip }: { readonly ref: string; readonly tip: CommitSha },
  proposals: readonly Proposal[],
): readonly string[] {
  return proposals.flatMap((one) =>
    pushesBranch(one) &&
    one.state !== 'declined' &&
    one.state !== 'refused' &&
    (one.payload.tip === tip || one.payload.ref === ref)
      ? [one.id]
      : [],
  );
}

function pushRefusal(request: PushRequest): string | null {
  const { push, remote, ref, left, url, defaults, admitted } = request;
  if (push === null || push === undefined)
    return 'the routine does not allow it: outputs.push is not set';
  if (remote !== push.remote) return `outputs.push.remote is ${push.remote}, not ${remote}`;
  if (left === null) return 'the run left no branch of its own to push';
  if (url === null) return `the repository has no remote ${push.remote}`;
  if (admitted >= push.max) return `outputs.push.max is ${push.max}, and that many were let in`;
  return whyNotPushed(ref, defaults);
}

/** Refusals first, then the routine's mode. What someone else already carries is never applied unseen. */
export function admitProposal(request: AdmissionRequest): Admission {
  const reason = refusal(request);
  if (reason !== null || request.fileItem === null) {
    return { state: 'refused', reason: reason ?? 'outputs.file-item is not set' };
  }
  const { mode } = request.fileItem;
  switch (mode) {
    case 'review':
      return { state: 'held', reason: '' };
    case 'staged':
      return { state: 'staged', reason: '' };
    case 'auto':
      return request.duplicates.length === 0
        ? {
            // In any other tracker, the step that carries out approved proposals creates it.
            state: request.fileItem.tracker === 'local' ? 'applied' : 'approved',
            reason: 'outputs.file-item.mode is auto',
          }
        : { state: 'held', reason: '' };
    default:
      return assertNever(mode);
  }
}

/** The item's state that goes with its proposal's: writing it again after a crash changes nothing. */
export function itemStateFor(state: ProposalState): ItemState {
  switch (state) {
    case 'held':
    case 'staged':
    case 'approved':
    case 'failed':
      return 'proposed';
    case 'applied':
      return 'open';
    case 'declined':
    case 'refused':
      return 'declined';
    default:
      return assertNever(state);
  }
}

/**
 * Proposals that may still become items, and items that stand, for one of these findings. What was declined
 * or refused carries nothing.
 */
export function duplicatesOf(
  findings: readonly string[],
  others: { readonly proposals: readonly Proposal[]; readonly items: readonly Item[] },
): readonly string[] {
  const wanted = new Set(findings);
  const meets = (carried: readonly string[]): boolean => carried.some((one) => wanted.has(one));
  const items = others.items.filter(
    ({ state, findings: carried }) => state === 'open' && meets(carried),
  );
  const proposals = others.proposals.filter(
    (one) => one.type === 'file-item' && isWaiting(one.state) && meets(one.payload.findings),
  );
  return [...items.map(({ key }) => key), ...proposals.map(({ id }) => id)];
}

/** It may still come to be. */
export function isWaiting(state: ProposalState): boolean {
  return state === 'held' || state === 'staged' || state === 'approved' || state === 'failed';
}

/** Items of one routine that stand against `max-open`: filed or proposed, and not all of it dealt with. */
export function countOpenItems(
  items: readonly Item[],
  settled: (fingerprint: string) => boolean,
): number {
  return items.filter(
    ({ state, findings }) =>
      state === 'proposed' ||
      (state === 'open' && (findings.length === 0 || !findings.every(settled))),
  ).length;
}

function refusal(request: AdmissionRequest): string | null {
  const { key, fileItem } = request;
  if (fileItem === null) return 'the routine does not allow it: outputs.file-item is not set';
  if (request.untracked !== undefined && request.untracked !== null) return request.untracked;
  if (!request.reserved.includes(key)) return `${key} was not set aside for this run`;
  if (!request.free.includes(key)) return `${key} is used by an earlier line already`;
  if (request.admitted >= fileItem.max) {
    return `outputs.file-item.max is ${fileItem.max}, and that many were let in`;
  }
  if (request.openBefore + request.admitted >= fileItem.maxOpen) {
    return `outputs.file-item.max-open is ${fileItem.maxOpen}, and ${request.openBefore + request.admitted} are open`;
  }
  return null;
}

/** The proposals of a run that wait for a decision. */
export async function heldProposals(
  workspace: Workspace,
  run: RunId,
): Promise<readonly Proposal[]> {
  const proposals = await workspace.proposals.list();
  return proposals.filter((one) => one.run === run && one.state === 'held');
}
