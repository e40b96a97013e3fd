/** What every change of the user's branches needs, and the lock that lets one at a time do it. */
import { AppError } from '../../../domain/errors.ts';
import type { DiscardedBranch } from '../../../domain/review/discarded-branch.ts';
import { noLandingProbe, type LandingProbe } from '../../../domain/review/landing-probe.ts';
import type { Person } from '../../../git/commit-tree.ts';
import { gitIn, type GitCall } from '../../../git/git-call.ts';
import { makeFolder } from '../../../platform/files.ts';
import { withLock } from '../../../platform/lock.ts';
import { reviewPaths } from '../../../store/review-paths.ts';
import type { Workspace } from '../../contract.ts';

export interface Desk {
  readonly workspace: Workspace;
  /** In the user's repository, with the user's settings. */
  readonly git: GitCall;
  readonly probe: LandingProbe;
}

export function openDesk(workspace: Workspace, probe: LandingProbe = noLandingProbe): Desk {
  const { location, gitEnv } = workspace;
  const env = { ...gitEnv, GIT_ALLOW_PROTOCOL: 'file' };
  return { workspace, git: gitIn({ cwd: location.gitDir, env }), probe };
}

/** A landing takes seconds. */
const WAIT_MS = 60_000;

/** Not re-entrant. Throws `refused` / `landing-under-way`. */
/* oxlint-disable-next-line eslint/max-params -- where, what, and how patiently */
export async function alone<Result>(
  { location, clock }: Workspace,
  work: () => Promise<Result>,
  waitMs: number = WAIT_MS,
): Promise<Result> {
  const { landings, lock: path } = reviewPaths(location.stateDir);
  await makeFolder(landings, 0o700);
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
      message: `somebody else is landing here: ${thrown.message}`,
      hint: 'Look again when that has ended: roundsman review',
    });
  }
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
