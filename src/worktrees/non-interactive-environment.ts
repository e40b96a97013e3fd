import type { GitCall } from '../git/git-call.ts';

/** The environment of unattended git calls to a remote: a password prompt fails instead of waiting. */
export async function nonInteractiveEnvironment(
  git: GitCall,
): Promise<Readonly<Record<string, string>>> {
  const ssh = await git(['config', '--get', 'core.sshCommand'], { okExitCodes: [0, 1] });
  return {
    GCM_INTERACTIVE: 'never',
    // A command of the user's own may be no ssh at all: it is left as it is.
    ...(ssh.exitCode === 0 ? {} : { GIT_SSH_COMMAND: 'ssh -oBatchMode=yes' }),
  };
}
