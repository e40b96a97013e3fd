/** What every change of the user's branches needs of a workspace. */
import { dirname } from 'node:path';

import type { Person } from '../../git/commit-tree.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { updateRefs } from '../../git/update-refs.ts';
import type { Clock } from '../../platform/clock.ts';
import { makeFolder } from '../../platform/files.ts';
import { withLock } from '../../platform/lock.ts';
import type { Fleet } from '../../store/dispatch-port.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { ProposalStore, RunStore } from '../../store/ports.ts';
import type { ReviewStores, Locks } from '../../store/stores.ts';
import { AppError } from '../../words/errors.ts';
import type { DiscardedBranch } from '../../words/review/branch-verdict.ts';
import type { Workspace } from '../../workspace/contract.ts';

// What every change of the user's branches needs, for people and runs alike, and the lock that lets one at a time do it.
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

export interface Desk extends BranchDesk {
  readonly workspace: Workspace;
}

export function openDesk(workspace: Workspace, probe: LandingProbe = noLandingProbe): Desk {
  const { location, gitEnv } = workspace;
  const env = { ...gitEnv, GIT_ALLOW_PROTOCOL: 'file' };
  return { workspace, git: gitIn({ cwd: location.gitDir, env }), probe };
}

/** Who commits: the person whose repository it is. Throws `missing` / `identity-missing`. */
export async function identityHere({ workspace }: Desk): Promise<Person> {
  const { root } = workspace.location;
  const git = gitIn({ cwd: root, env: workspace.gitEnv });
  const read = async (key: string): Promise<string> =>
    (await git(['config', '--get', key], { okExitCodes: [0, 1] })).stdout.trim();
  const [name, email] = await Promise.all([read('user.name'), read('user.email')]);
  if (name !== '' && email !== '') return { name, email };
  const unset = name === '' ? 'user.name' : 'user.email';
  const example = name === '' ? '"Ada Example"' : 'ada@example.com';
  throw new AppError('missing', {
    code: 'identity-missing',
    message: `git does not know who commits in ${root}: ${unset} is not set`,
    hint: `Say it once: git config --global ${unset} ${example}`,
  });
}

/** The user's clock as git keeps it. */
export function gitDateOf(now: Date): string {
  const minutes = -now.getTimezoneOffset();
  const sign = minutes < 0 ? '-' : '+';
  const hours = String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0');
  const rest = String(Math.abs(minutes) % 60).padStart(2, '0');
  return `${Math.floor(now.getTime() / 1000)} ${sign}${hours}${rest}`;
}

// Deletes refs of ours. If they cannot be deleted now (`packed-refs.lock`), a later recovery deletes them.

/** False: they are still there. */
export async function dropOwnRefs({ git }: BranchDesk, refs: readonly string[]): Promise<boolean> {
  if (refs.length === 0) return true;
  try {
    await updateRefs(
      git,
      refs.map((ref) => ({ kind: 'delete', ref })),
    );
    return true;
  } catch {
    return false;
  }
}

/** Named moments of landing, undoing, discarding, replacing, restoring and splitting, each between two things that a crash may separate. */
export const LANDING_PROBE_POINTS = [
  'landing/recorded',
  'landing/prepared',
  'landing/fetched',
  'landing/moving-stored',
  'landing/moved',
  'landing/landed-stored',
  'landing/verdicts-written',
  'landing/branches-deleted',
  'landing/ended',
  'undo/prepared',
  'undo/undoing-stored',
  'undo/checkout-moved',
  'undo/moved',
  'undo/undone-stored',
  'undo/verdicts-written',
  'discard/recorded',
  'discard/refs-moved',
  'discard/verdicts-written',
  'replace/recorded',
  'replace/refs-moved',
  'replace/verdict-written',
  'restore/refs-moved',
  'restore/verdict-written',
  'split/prepared',
  'split/recorded',
  'split/refs-moved',
  'split/verdict-written',
] as const;

export type LandingProbePoint = (typeof LANDING_PROBE_POINTS)[number];

/** Called when the point was reached, before anything that follows it. Must not throw. */
export type LandingProbe = (point: LandingProbePoint) => Promise<void>;

/** What every program that ships passes. */
export const noLandingProbe: LandingProbe = () => Promise.resolve();
