/** What is known of one branch besides its commits. Types only; texts are hostile. */
import type { FindingState } from '../words/finding.ts';
import type { CommitSha, RunId } from '../words/ids.ts';
import type { Judgement } from '../words/review/judgement.ts';

export interface BranchKnowledge {
  /** `null`: no run of ours made it. */
  readonly checks: BranchChecks | null;
  /** Of its own paths, renames with both names. */
  readonly protectedPaths: readonly string[];
  /** What the hand-back noticed. */
  readonly banners: readonly string[];
  /** Paths of its own that the target has changed since. */
  readonly moved: readonly string[];
  readonly findings: readonly { readonly id: string; readonly state: FindingState }[];
  /** One line each. */
  readonly questions: readonly string[];
  /** That are not settled. */
  readonly comments: { readonly drafts: number; readonly sent: number };
  /** The newest of this tip. */
  readonly judgement: Judgement | null;
  /** The workspace wants one. */
  readonly judged: boolean;
  /** Who is at it now, one line each. */
  readonly workedOn: readonly string[];
}

export interface BranchChecks {
  readonly kind: 'passed' | 'failed' | 'none' | 'going-on';
  readonly run: RunId;
  /** ISO 8601. */
  readonly at: string;
  /** What was checked. */
  readonly head: CommitSha | null;
}
