import type { GitCall } from '../git/git-call.ts';

/** For calls that talk with a remote while nobody is there: what would ask for a password fails instead. */
export async function asksNobody(git: GitCall): Promise<Readonly<Record<string, string>>> {
  const ssh = await git(['config', '--get', 'core.sshCommand'], { okExitCodes: [0, 1] });
  return {
    GCM_INTERACTIVE: 'never',
    // A command of the user's own may be no ssh at all: it is left as it is.
    ...(ssh.exitCode === 0 ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
  };
}
