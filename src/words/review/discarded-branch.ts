/** A branch that a person discarded, or that a newer one replaced: its commits are kept below `refs/roundsman/discarded/`, so that it can come back. */
import type { CommitSha, RunId } from '../ids.ts';
import type { SplitPart } from './branch-verdict.ts';

export interface DiscardedBranch {
  /** A ULID in lower case; names the ref that keeps it. */
  readonly id: string;
  readonly branch: string;
  readonly tip: CommitSha;
  readonly run: RunId | null;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
  /** It was split into these, which were made in the same stroke. */
  readonly into?: readonly SplitPart[];
  /** The branch of a newer run, which took its place: no person discarded it. */
  readonly replacedBy?: SplitPart;
  /** Of several machines that share the records: id of the state folder where it was done. Absent: there is one. */
  readonly place?: string;
  /** `deleting` is stored before the branch goes. */
  readonly state: 'deleting' | 'discarded' | 'restored';
}
