/** What review keeps, in folders below `review/` of the state folder. */
import type { BranchVerdict } from '../../domain/review/branch-verdict.ts';
import type { SetChoice } from '../../domain/review/change-set.ts';
import type { DiscardedBranch } from '../../domain/review/discarded-branch.ts';
import type { Judgement } from '../../domain/review/judgement.ts';
import type { Landing } from '../../domain/review/landing.ts';
import type { LineComment } from '../../domain/review/line-comment.ts';
import type { Union } from '../../domain/review/union.ts';
import type { ReviewStores } from '../review-ports.ts';
import { reviewPaths } from '../state-paths.ts';
import { fileRecordStore, recordGuard } from './file-record-store.ts';

export function fileReviewStores(stateDir: string): ReviewStores {
  const folders = reviewPaths(stateDir);
  return {
    verdicts: fileRecordStore({
      folder: folders.verdicts,
      guard: recordGuard<BranchVerdict>(['kind', 'branch', 'tip', 'by', 'at']),
    }),
    choices: fileRecordStore({
      folder: folders.choices,
      guard: recordGuard<SetChoice>(['kind', 'a', 'b', 'by', 'at']),
    }),
    landings: fileRecordStore({
      folder: folders.landings,
      guard: recordGuard<Landing>(['method', 'target', 'from', 'by', 'startedAt']),
    }),
    discarded: fileRecordStore({
      folder: folders.discarded,
      guard: recordGuard<DiscardedBranch>(['branch', 'tip', 'state', 'by', 'at']),
    }),
    comments: fileRecordStore({
      folder: folders.comments,
      guard: recordGuard<LineComment>(['branch', 'tip', 'text', 'by', 'at']),
    }),
    unions: fileRecordStore({
      folder: folders.unions,
      guard: recordGuard<Union>(['set', 'target', 'key', 'startedAt']),
    }),
    judgements: fileRecordStore({
      folder: folders.judgements,
      guard: recordGuard<Judgement>(['branch', 'tip', 'engine', 'verdict', 'at']),
    }),
  };
}
