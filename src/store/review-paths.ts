/** Where what review keeps is, in the state folder. Pure. */
import { join } from 'node:path';

import type { RunId } from '../words/ids.ts';
import { runPaths, type RunPaths } from './state-paths.ts';

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
  /** Laid out like runs: one folder each while a landing is prepared or a union is built. */
  readonly work: string;
  /** Worktrees for people. */
  readonly checkouts: string;
  /** What is being served of branches, one file each. */
  readonly served: string;
  /** Held by the process that builds a union. */
  readonly unionLock: string;
  /** Held by the process that changes the user's branches. */
  readonly lock: string;
  /** What verdicts say of branches, all taken together; can be made again. */
  readonly decided: string;
  /** What was found out of branches and pairs of them, by object ids; can be made again. */
  readonly cache: string;
}

export function reviewPaths(stateDir: string): ReviewPaths {
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
    work: join(folder, 'work'),
    checkouts: join(folder, 'checkouts'),
    served: join(folder, 'served'),
    unionLock: join(stateDir, 'union.lock'),
    lock: join(folder, 'landing.lock'),
    decided: join(stateDir, 'cache', 'decided-branches.json'),
    cache: join(stateDir, 'cache', 'review'),
  };
}

/** Of a landing or a union: laid out like a run's folder, and no run. */
export function reviewWorkPaths(stateDir: string, id: RunId): RunPaths {
  return runPaths(reviewPaths(stateDir).work, id);
}
