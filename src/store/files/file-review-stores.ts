/** What review keeps, in folders below `review/` of the state folder. */
import { reviewPaths } from '../review-paths.ts';
import type { ReviewStores } from '../review-ports.ts';
import { fileRecordStore } from './file-record-store.ts';

export function fileReviewStores(stateDir: string): ReviewStores {
  const folders = reviewPaths(stateDir);
  return {
    verdicts: fileRecordStore({
      folder: folders.verdicts,
      fields: ['kind', 'branch', 'tip', 'by', 'at'],
    }),
    choices: fileRecordStore({
      folder: folders.choices,
      fields: ['kind', 'a', 'b', 'by', 'at'],
    }),
    landings: fileRecordStore({
      folder: folders.landings,
      fields: ['method', 'target', 'from', 'by', 'startedAt'],
    }),
    discarded: fileRecordStore({
      folder: folders.discarded,
      fields: ['branch', 'tip', 'state', 'by', 'at'],
    }),
    comments: fileRecordStore({
      folder: folders.comments,
      fields: ['branch', 'tip', 'text', 'by', 'at'],
    }),
    unions: fileRecordStore({
      folder: folders.unions,
      fields: ['set', 'target', 'key', 'startedAt'],
    }),
    judgements: fileRecordStore({
      folder: folders.judgements,
      fields: ['branch', 'tip', 'engine', 'verdict', 'at'],
    }),
    pullRequests: fileRecordStore({
      folder: folders.pullRequests,
      fields: ['proposal', 'run', 'routine', 'ref', 'pushed'],
    }),
  };
}
