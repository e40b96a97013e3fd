/** What every change of the user's branches needs, for people and runs alike, and the lock that lets one at a time do it. */
import { dirname } from 'node:path';

import type { GitCall } from '../../git/git-call.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Fleet } from '../../store/fleet-ports.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { ProposalStore, RunStore } from '../../store/ports.ts';
import type { ReviewStores } from '../../store/review-ports.ts';
import type { Locks } from '../../store/stores.ts';
import { AppError } from '../../words/errors.ts';
import type { DiscardedBranch } from '../../words/review/discarded-branch.ts';
import type { LandingProbe } from '../landing-probe.ts';

export interface BranchDesk {
  readonly workspace: {
    readonly location: { readonly stateDir: string; readonly gitDir: string };
    readonly clock: Clock;
    readonly locks: Locks;
    readonly runs: RunStore;
    readonly proposals: ProposalStore;
    readonly review: ReviewStores;
    readonly fleet: Fleet | null;
  };
  /** In the user's repository, with the user's settings. */
  readonly git: GitCall;
  readonly probe: LandingProbe;
}

/** A landing takes seconds. */
const WAIT_MS = 60_000;

/** Not re-entrant. Throws `refused` / `landing-under-way`. */
export async function alone<Result>(
  { location, clock }: Pick<BranchDesk['workspace'], 'location' | 'clock'>,
  work: () => Promise<Result>,
  waitMs: number = WAIT_MS,
): Promise<Result> {
  const { landingLock: path } = machinePaths(location.stateDir);
  await makeFolder(dirname(path), 0o700);
  let begun = false;
  try {
    return await withLock({ path, clock, waitMs }, () => {
      begun = true;
      return work();
    });
  } catch (thrown) {
    if (begun || !(thrown instanceof AppError) || thrown.reason !== 'locked') throw thrown;
    throw new AppError('refused', {
      code: 'landing-under-way',
      message: `another process is landing here: ${thrown.message}`,
      hint: 'Look again when that has ended: roundsman review',
    });
  }
}

export const incomingRef = (id: string): string => `refs/roundsman/landing/${id}`;
export const landedRef = (id: string, number: number): string =>
  `refs/roundsman/landed/${id}/${number}`;
export const discardedRef = (id: string): string => `refs/roundsman/discarded/${id}`;
/** Where the parts of a split arrive before they are branches. */
export const partRefs = ({
  id,
  into = [],
}: Pick<DiscardedBranch, 'id' | 'into'>): readonly string[] =>
  into.map((_part, number) => `${incomingRef(id)}/${number}`);
