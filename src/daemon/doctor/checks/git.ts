import { runGit } from '../../../git/run-git.ts';
import { no, yes, type Check, isAtLeast } from '../check.ts';

/** Also for `merge-tree --write-tree`. */
const OLDEST = '2.39.4';

export const gitCheck: Check = {
  name: 'git',
  look: async ({ workspace }) => {
    const { stdout } = await runGit(['version'], {
      cwd: workspace.location.gitDir,
      env: workspace.gitEnv,
    });
    const version = /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? 'unknown';
    return isAtLeast(version, OLDEST)
      ? yes(version)
      : no(
          `git ${version} is too old: before ${OLDEST} a hostile repository can start programs on machines that clone or fetch from it`,
          `Install git ${OLDEST} or newer.`,
        );
  },
};
