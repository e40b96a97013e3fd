/** What review keeps, in folders below `review/` of the state folder. */
import { reviewPaths } from '../review-paths.ts';
import type { ReviewStores } from '../review-ports.ts';
import { workspacePaths } from '../state-paths.ts';
import { fileRecordStore } from './file-record-store.ts';

export function fileReviewStores(stateDir: string): ReviewStores {
  const folders = reviewPaths(stateDir);
  const lock = workspacePaths(stateDir).recordLock;
  return {
    verdicts: fileRecordStore({
      folder: folders.verdicts,
      lock,
      fields: ['kind', 'branch', 'tip', 'by', 'at'],
    }),
    choices: fileRecordStore({
      folder: folders.choices,
      lock,
      fields: ['kind', 'a', 'b', 'by', 'at'],
    }),
    landings: fileRecordStore({
      folder: folders.landings,
      lock,
      fields: ['method', 'target', 'from', 'by', 'startedAt'],
    }),
    discarded: fileRecordStore({
      folder: folders.discarded,
      lock,
      fields: ['branch', 'tip', 'state', 'by', 'at'],
    }),
    comments: fileRecordStore({
      folder: folders.comments,
      lock,
      fields: ['branch', 'tip', 'text', 'by', 'at'],
    }),
    unions: fileRecordStore({
      folder: folders.unions,
      lock,
      fields: ['set', 'target', 'key', 'startedAt'],
    }),
    judgements: fileRecordStore({
      folder: folders.judgements,
      lock,
      fields: ['branch', 'tip', 'engine', 'verdict', 'at'],
    }),
    pullRequests: fileRecordStore({
      folder: folders.pullRequests,
      lock,
      fields: ['proposal', 'run', 'routine', 'ref', 'pushed'],
    }),
  };
}
