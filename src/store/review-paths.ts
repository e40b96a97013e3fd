/** Where the embedded files keep what review records, in the state folder. Pure; only the store imports it. */
import { join } from 'node:path';

import { oncePerKey } from '../words/once.ts';
export interface ReviewPaths {
  readonly verdicts: string;
  readonly choices: string;
  readonly landings: string;
  readonly discarded: string;
  readonly comments: string;
  readonly unions: string;
  readonly judgements: string;
  readonly pullRequests: string;
  /** What a person set aside in the inbox. */
  readonly inboxMarks: string;
  /** What people decided, with how it was before: one file. */
  readonly decisions: string;
  /** What verdicts say of branches, all taken together; can be made again. */
  readonly decided: string;
}

export const reviewPaths = oncePerKey((stateDir): ReviewPaths => {
  const folder = join(stateDir, 'review');
  return {
    verdicts: join(folder, 'verdicts'),
    choices: join(folder, 'choices'),
    landings: join(folder, 'landings'),
    discarded: join(folder, 'discarded'),
    comments: join(folder, 'comments'),
    unions: join(folder, 'unions'),
    judgements: join(folder, 'judgements'),
    pullRequests: join(folder, 'pull-requests'),
    inboxMarks: join(folder, 'inbox-marks.json'),
    decisions: join(folder, 'decisions.json'),
    decided: join(stateDir, 'cache', 'decided-branches.json'),
  };
});
