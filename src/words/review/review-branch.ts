/** A branch that has not landed yet, as review sees it. Texts in it are hostile: agents wrote them. */
import type { CommitSha, ItemKey, RoutineId, RunId } from '../ids.ts';

export interface ReviewBranch {
  /** Below `refs/heads/`, as git calls it; may be no `BranchName` where a person named it. What people type. */
  readonly branch: string;
  /** `run`: one of ours. Others only where a user asked for them. */
  readonly owner: 'run' | 'person' | 'agent';
  readonly runId: RunId | null;
  readonly routine: RoutineId | null;
  readonly engine: string | null;
  readonly item: ItemKey | null;
  /** Of several engines at one task: the run that leads them, and which this is. */
  readonly variant: { readonly of: RunId; readonly label: string } | null;
  readonly tip: CommitSha;
  /** Where it left its target: the merge base. */
  readonly base: CommitSha;
  /** The local branch that it lands on, `main`, and where that stands. */
  readonly target: string;
  readonly targetTip: CommitSha;
  /** `origin/main`, where its run began there and the target here is behind it; then `base` is that beginning. */
  readonly unpulled: string | null;
  /** Where its run began, when the target no longer has that commit: a landing was undone, or a commit amended. */
  readonly lostBase: CommitSha | null;
  /** Commits of the target that it has not. */
  readonly behind: number;
  /** Its own. */
  readonly commits: number;
  /** Of its newest commit, one line. */
  readonly subject: string;
  /** ISO 8601. */
  readonly madeAt: string;
  /** Against `base`, sorted by path; renames are told as such. */
  readonly changes: readonly BranchChange[];
  readonly insertions: number;
  readonly deletions: number;
  /** Fingerprints that its commits or its run deal with. */
  readonly covers: readonly string[];
  /** Also in a worktree of its own, which a person or agent may be at: its absolute path. */
  readonly worktree: string | null;
}

export interface BranchChange {
  readonly path: string;
  /** Of a rename; else `null`. */
  readonly from: string | null;
  readonly status: 'added' | 'changed' | 'deleted' | 'renamed';
  /** `null`: not text. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** Of the base's side and of the tip's; `null`: it is not there. */
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  /** Octal, `100755`; `120000` is a link, `160000` a submodule. */
  readonly mode: string;
}

// What another engine says of a branch, read-only and advisory: it never lands anything. Hostile text.
export interface Judgement {
  /** 32 hex characters of a hash of branch, tip and engine: one judgement each. */
  readonly id: string;
  readonly branch: string;
  readonly tip: CommitSha;
  readonly engine: string;
  /** The run that judged; `null` before it began. */
  readonly run: RunId | null;
  readonly verdict: 'pass' | 'fail' | 'unknown';
  readonly summary: string;
  readonly places: readonly {
    readonly path: string;
    readonly line: number | null;
    readonly text: string;
  }[];
  readonly at: string;
}
