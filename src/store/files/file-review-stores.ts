/** What review keeps, in folders below `review/` of the state folder. */
import type { TextsOf } from '../record-texts.ts';
import type { ReviewStores } from '../review-ports.ts';
import { recordStore } from './file-record-store.ts';
import { fileTextsOf } from './file-texts.ts';

export function fileReviewStores(stateDir: string): ReviewStores {
  return reviewStores(fileTextsOf(stateDir));
}

export function reviewStores(textsOf: TextsOf): ReviewStores {
  return {
    verdicts: recordStore({
      texts: textsOf('review/verdicts'),
      fields: ['kind', 'branch', 'tip', 'by', 'at'],
    }),
    choices: recordStore({
      texts: textsOf('review/choices'),
      fields: ['kind', 'a', 'b', 'by', 'at'],
    }),
    landings: recordStore({
      texts: textsOf('review/landings'),
      fields: ['method', 'target', 'from', 'by', 'startedAt'],
    }),
    discarded: recordStore({
      texts: textsOf('review/discarded'),
      fields: ['branch', 'tip', 'state', 'by', 'at'],
    }),
    comments: recordStore({
      texts: textsOf('review/comments'),
      fields: ['branch', 'tip', 'text', 'by', 'at'],
    }),
    unions: recordStore({
      texts: textsOf('review/unions'),
      fields: ['set', 'target', 'key', 'startedAt'],
    }),
    judgements: recordStore({
      texts: textsOf('review/judgements'),
      fields: ['branch', 'tip', 'engine', 'verdict', 'at'],
    }),
    pullRequests: recordStore({
      texts: textsOf('review/pull-requests'),
      fields: ['proposal', 'run', 'routine', 'ref', 'pushed'],
    }),
  };
}
