/** What every change of the user's branches needs of a workspace. */
import type { Person } from '../../git/commit-tree.ts';
import { gitIn } from '../../git/git-call.ts';
import { AppError } from '../../words/errors.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { noLandingProbe, type LandingProbe } from '../landing-probe.ts';
import type { BranchDesk } from './branch-desk.ts';

export { alone, discardedRef, incomingRef, landedRef, partRefs } from './branch-desk.ts';

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
