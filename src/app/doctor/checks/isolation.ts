import { join } from 'node:path';

import { gitIn, sealedGitIn } from '../../../git/git-call.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import { makeFolder, removeTree, writeText } from '../../../platform/files.ts';
import { newRunId } from '../../../platform/ids.ts';
import { workspacePaths } from '../../../store/state-paths.ts';
import type { Workspace } from '../../contract.ts';
import { no, yes, type Check } from '../check.ts';

/** Tried, not supposed: a repository of ours that borrows the user's objects and reads a commit through them. */
export const isolationCheck: Check = {
  name: 'isolation',
  look: async ({ workspace }) => {
    const { location, gitEnv } = workspace;
    const head = await resolveCommit(gitIn({ cwd: location.gitDir, env: gitEnv }), 'HEAD');
    if (head === null) {
      return no(
        'the repository has no commit to start from yet',
        'Make a first commit: git add --all && git commit -m "Start"',
      );
    }
    const { cache } = workspacePaths(location.stateDir);
    const folder = join(cache, `doctor-${newRunId(workspace.clock.now())}`);
    try {
      return (await readsThroughBorrowed(workspace, folder, head))
        ? yes('private: each run works in a repository of its own')
        : no(
            'a private run repository cannot read what it borrows from this one',
            'See whether git finds fault with it: git fsck',
          );
    } finally {
      await removeTree(folder);
    }
  },
};

async function readsThroughBorrowed(
  { location, gitEnv }: Workspace,
  folder: string,
  commit: string,
): Promise<boolean> {
  await makeFolder(folder, 0o700);
  const git = sealedGitIn({ cwd: folder, env: gitEnv });
  await git(['init', '--quiet', '--bare', '.']);
  const alternates = join(folder, 'objects', 'info', 'alternates');
  await writeText(alternates, `${join(location.gitDir, 'objects')}\n`);
  const read = await git(['cat-file', '-e', commit], { okExitCodes: [0, 1, 128] });
  return read.exitCode === 0;
}
