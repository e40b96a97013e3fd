/**
 * What the faces ask of review, and get: requests and answers of the functions in this folder. All of them throw AppError:
 * `not-found` for a name that is none, `refused` when the state of things forbids it.
 */
import type { CommitSha, RunId } from '../words/ids.ts';
import type { BranchVerdict } from '../words/review/branch-verdict.ts';
import type { ReviewLook, Union } from '../words/review/change-set.ts';
import type { Landing, LandMethod } from '../words/review/landing.ts';
import type { Anchor, CommentPlace, LineComment } from '../words/review/line-comment.ts';
import type { Judgement } from '../words/review/review-branch.ts';
import type { RunEvent } from '../words/run-event.ts';
import type { WarmSupervisor, Workspace } from '../workspace/contract.ts';

/** Who says it, and why. */
export interface ReviewWord {
  readonly by: string;
  readonly reason: string;
}

export interface LookRequest {
  /** Also branches and worktrees that a person or another agent has. Default: false. */
  readonly others?: boolean;
  readonly signal?: AbortSignal;
}
/** Quick when nothing changed: what was found out stands in the cache, by object ids. Starts no check and no engine. */
export type LookAtReview = (workspace: Workspace, request?: LookRequest) => Promise<ReviewLook>;

/** What is typed for a set or a branch: `S-3fa9`, `roundsman/todo-sweep/…`, a run, the end of a branch's name. */
export interface Named {
  readonly what: string;
}

export interface UnionRequest extends Named {
  readonly by: string;
  /** Builds and checks it again, though the same was checked already. */
  readonly again?: boolean;
  /** Looks for the smallest breaking pair when the whole breaks. Default: true. */
  readonly search?: boolean;
  /** The set is meant with branches of persons and other agents in it. Default: false. */
  readonly others?: boolean;
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}
export type BuildUnion = (workspace: Workspace, request: UnionRequest) => Promise<Union>;

export interface LandRequest extends Named, ReviewWord {
  /** Default: `review.land` of roundsman.yaml. */
  readonly method?: LandMethod;
  /** Also where readiness says no. */
  readonly anyway?: boolean;
  /** When paths of the change are dirty in the checkout: land as soon as they are not. Default: refused with the paths. */
  readonly whenClean?: boolean;
  /** Tips that the person saw; one that moved since is refused. Absent: those that are there. */
  readonly seen?: Readonly<Record<string, string>>;
  /** The branches go once they have landed; an undo brings them back. Default: they stay. */
  readonly deleteBranches?: boolean;
}

/** What a landing would do, made and thrown away: nothing of the user's is touched. */
export interface LandingPreview {
  readonly set: string | null;
  readonly method: LandMethod;
  readonly target: string;
  /** Where the target is checked out; `null`: nowhere, it is moved as a ref. */
  readonly checkout: string | null;
  readonly branches: readonly {
    readonly branch: string;
    readonly tip: string;
    /** Of its newest commit; hostile, one line. */
    readonly subject: string;
    readonly commits: number;
  }[];
  readonly files: readonly { readonly path: string; readonly status: string }[];
  /** What readiness says against it and `anyway` passes over. */
  readonly passedOver: readonly string[];
}

export interface SplitRequest extends Named, ReviewWord {
  /** gitignore-like patterns; what matches goes to a new branch, the rest to another. The old one is discarded, restorably. */
  readonly paths: readonly string[];
}

export interface CommentRequest extends Named {
  readonly by: string;
  readonly text: string;
  /** `src/a.ts:12`, `src/a.ts:12-15`, as told by `place`; `null`: on the whole. */
  readonly place: Pick<CommentPlace, 'path' | 'side' | 'from' | 'to'> | null;
}
export interface PlacedComment {
  readonly comment: LineComment;
  /** In the branch as it is now. */
  readonly anchor: Anchor;
  /** The newest of the branches that follow one another from its own on; its own where that is still the newest. */
  readonly branch: string;
  /**
   * Since it was written: the lines themselves, only lines next to them, or neither; of a comment on the whole, whether
   * the branch did. `unknown`: the branch is gone.
   */
  readonly changed: 'lines' | 'near' | 'nothing' | 'unknown';
  /** Of `branch`, which `anchor` is in; `null`: the branch is gone. */
  readonly tip: string | null;
}
/** Every draft on that branch, as one message to its session. */
export interface SendRequest extends Named {
  readonly by: string;
  /** Started before, to save its start-up time. */
  readonly supervisor?: WarmSupervisor;
}

export interface JudgeRequest extends Named {
  readonly by: string;
  /** At it the run is cancelled, and nothing is kept. */
  readonly signal: AbortSignal;
  /** What the run does, as it comes. */
  readonly watch?: (event: RunEvent) => void;
}
/** Starts a run of `review.judge`, and waits for it. @param what one branch */
export type JudgeBranch = (workspace: Workspace, request: JudgeRequest) => Promise<Judgement>;

export interface CheckedOut {
  /** Absolute. */
  readonly folder: string;
  readonly branch: string;
  /** False: it was there. */
  readonly made: boolean;
  /** False: on none, because the branch is checked out elsewhere. */
  readonly onBranch: boolean;
  /** What to know of it before anything in it is opened or run. */
  readonly banners: readonly string[];
}

/** What is in two branches of the same task, beside one another. */
export interface BranchComparison {
  readonly a: string;
  readonly b: string;
  /** `a`, then `b`. */
  readonly sides: readonly [ComparedBranch, ComparedBranch];
  /** Nothing differs between what they leave of the files that either touches. */
  readonly same: boolean;
  readonly files: readonly {
    readonly path: string;
    /** Lines added and removed by each; `null`: it leaves the file alone. */
    readonly a: ComparedLines | null;
    readonly b: ComparedLines | null;
    readonly same: boolean;
  }[];
}
export interface ComparedLines {
  readonly insertions: number;
  readonly deletions: number;
}
/** One branch in a comparison, with what its run says of it; `null` where there was no run, or it does not say. */
export interface ComparedBranch extends ComparedLines {
  readonly branch: string;
  readonly tip: CommitSha;
  readonly runId: RunId | null;
  readonly engine: string | null;
  /** Of several engines at one task: which this is. */
  readonly label: string | null;
  readonly files: number;
  readonly commits: number;
  readonly checks: 'passed' | 'failed' | 'none' | null;
  /** New and regressed ones. */
  readonly findings: number | null;
  readonly costUsd: number | null;
  readonly tokens: number | null;
  readonly durationMs: number | null;
}
export type CompareBranches = (
  workspace: Workspace,
  request: { readonly a: string; readonly b: string },
) => Promise<BranchComparison>;

/** Any number of them; `sides` of a file stand in the order of the branches. */
export interface VariantComparison {
  readonly branches: readonly ComparedBranch[];
  readonly files: readonly {
    readonly path: string;
    readonly sides: readonly (ComparedLines | null)[];
    /** All leave the same there. */
    readonly same: boolean;
  }[];
}
/** @param what a run that had variants, or a branch or run of one of them */
export type CompareVariants = (workspace: Workspace, request: Named) => Promise<VariantComparison>;

/** Of a commit, as typed: which run made it, what that was told, who let it in. */
export interface Explanation {
  readonly commit: string;
  /** Hostile text, as all below. */
  readonly subject: string;
  readonly run: RunId | null;
  readonly verdicts: readonly BranchVerdict[];
  readonly landing: Landing | null;
  /** The git note on it; `null`: there is none here. */
  readonly note: string | null;
  /** In the order of what happened; a label may be there more than once. */
  readonly fields: readonly (readonly [label: string, value: string])[];
  /** The same, a line each. */
  readonly lines: readonly string[];
}
