/** What review keeps: one small file a record. Changed under the ledger lock where something is read before it is written. */
import type { PullRequestLink } from '../words/pull-request.ts';
import type { BranchVerdict, DiscardedBranch } from '../words/review/branch-verdict.ts';
import type { SetChoice, Union } from '../words/review/change-set.ts';
import type { Judgement } from '../words/review/judgement.ts';
import type { Landing } from '../words/review/landing.ts';
import type { LineComment } from '../words/review/line-comment.ts';
import type { CorruptRecord } from './ports.ts';

/** Records of one kind, by id. */
export interface RecordStore<Kind extends { readonly id: string }> {
  /** Exclusively: false when one of that id is there. Durable when it resolves. */
  create(record: Kind): Promise<boolean>;
  /** `null`: there is none, or none that can be read. */
  read(id: string): Promise<Kind | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: Kind, after: Kind): Promise<void>;
  /** For the one process that the record belongs to for now: replaces what was there. Durable when it resolves. */
  write(record: Kind): Promise<void>;
  /** By id: of ULIDs, oldest first. */
  list(): Promise<readonly Kind[]>;
  listCorrupt(): Promise<readonly CorruptRecord[]>;
}

export interface ReviewStores {
  /** Append-only. */
  readonly verdicts: RecordStore<BranchVerdict>;
  readonly choices: RecordStore<SetChoice>;
  readonly landings: RecordStore<Landing>;
  readonly discarded: RecordStore<DiscardedBranch>;
  readonly comments: RecordStore<LineComment>;
  readonly unions: RecordStore<Union>;
  readonly judgements: RecordStore<Judgement>;
  /** What stands at forges of what we opened. */
  readonly pullRequests: RecordStore<PullRequestLink>;
}
