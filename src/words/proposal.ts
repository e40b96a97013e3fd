/** Proposals: outside effects that an agent asks for. They wait in the outbox. */
import type { Finding } from './finding.ts';
import {
  type BranchName,
  type CommitSha,
  type ItemKey,
  type RoutineId,
  type RunId,
  isBranchName,
  isCommitSha,
} from './ids.ts';
import type { ItemClosing, TrackerPlace, TrackedIssueRef } from './item.ts';
import type { PullRequestPayload } from './pull-request.ts';
import type { OutboxMode } from './routine.ts';

export type PullRequestProposal = ProposalOf<'pull-request', PullRequestPayload>;
export type Proposal =
  | FileItemProposal
  | PushBranchProposal
  | PullRequestProposal
  | ItemActProposal;
export type FileItemProposal = ProposalOf<'file-item', FileItemPayload>;
export type PushBranchProposal = ProposalOf<'push-branch', PushBranchPayload>;
/** What to do with an item that is there. */
export type ItemActProposal = CommentProposal | UpdateItemProposal | CloseItemProposal;
export type CommentProposal = ProposalOf<'comment', CommentPayload>;
export type UpdateItemProposal = ProposalOf<'update-item', UpdateItemPayload>;
export type CloseItemProposal = ProposalOf<'close-item', CloseItemPayload>;

interface ProposalOf<Type extends string, Payload> {
  /** `P-` and the run's short id, a dash and the line number in proposals.jsonl. */
  readonly id: string;
  readonly run: RunId;
  readonly routine: RoutineId;
  readonly type: Type;
  readonly mode: OutboxMode;
  readonly state: ProposalState;
  readonly summary: string;
  readonly payload: Payload;
  /** Proposals, items or branches that already carry the same. */
  readonly duplicates: readonly string[];
  /** sha256 of type and payload: an approval binds exactly this content. */
  readonly hash: string;
  readonly createdAt: string;
  readonly decision: ProposalDecision | null;
  /** What it said before each edit, oldest first. Absent: never edited. */
  readonly versions?: readonly ProposalVersion<Payload>[];
  /** Absent: not tried yet. */
  readonly applying?: Applying;
}

/**
 * held → approved (being applied) → applied, or failed, which can be tried again. `refused`: the routine's own limits did
 * not let it in; kept and listed all the same.
 */
export type ProposalState =
  | 'held'
  | 'approved'
  | 'applied'
  | 'failed'
  | 'declined'
  | 'staged'
  | 'refused';

export interface ProposalDecision {
  readonly by: string;
  readonly at: string;
  readonly reason: string;
}

export interface ProposalVersion<Payload> {
  readonly payload: Payload;
  readonly hash: string;
  /** Who edited it, and when it ceased to count. */
  readonly editedBy: string;
  readonly at: string;
}

export interface Applying {
  readonly tries: number;
  readonly lastAt: string;
  /** Of the newest try: what was done, or why not; empty while it is under way. One line. */
  readonly outcome: string;
  /** Whether that try continues from one before, without anybody having looked in between. */
  readonly isRetry?: boolean;
  /** It was not done because a person is to look first: only another approval does it. */
  readonly asks?: boolean;
  /** The try before asked, and its approval is the answer. */
  readonly isAnswer?: boolean;
  /** The other side did not answer, or a limit applied: retried automatically from this time on. ISO 8601. */
  readonly again?: string;
}

export interface FileItemPayload {
  readonly key: ItemKey;
  readonly title: string;
  readonly body: string;
  readonly findings: readonly string[];
  /** Where its issue is made; absent: it stays among the items of this workspace. */
  readonly tracker?: TrackerPlace;
  /** Of an issue: its findings as they were when it was proposed, which is what it says of them. */
  readonly told?: readonly ToldFinding[];
}

export type ToldFinding = Pick<Finding, 'title' | 'severity' | 'location'>;

/** The branch of its run, to be made again at the remote: never over something that is there. */
export interface PushBranchPayload {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** `origin`. */
  readonly remote: string;
  /** Where that pushed to when it was proposed, credentials blotted out. */
  readonly url: string;
  /** The branch's name there, without `refs/heads/`. */
  readonly ref: string;
}

// What acts on items hold. Plain data.
interface ItemAct {
  readonly item: ItemKey;
  /** The issue that it goes to as well; absent: the item has none. */
  readonly issue?: TrackedIssueRef;
}

export interface CommentPayload extends ItemAct {
  readonly body: string;
}

/** `null`: stays as it is. */
export interface UpdateItemPayload extends ItemAct {
  readonly title: string | null;
  readonly body: string | null;
}

export interface CloseItemPayload extends ItemAct {
  readonly how: ItemClosing['how'];
  readonly reason: string;
}

/** What a refused proposal names where its run left no branch. */
export function nothingLeft(run: string): { readonly branch: BranchName; readonly tip: CommitSha } {
  const branch = `none/${run}`;
  const tip = '0'.repeat(40);
  if (!isBranchName(branch) || !isCommitSha(tip)) throw new TypeError(branch);
  return { branch, tip };
}
