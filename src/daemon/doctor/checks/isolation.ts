import { join } from 'node:path';

import { gitIn, sealedGitIn } from '../../../git/git-call.ts';
import { resolveCommit } from '../../../git/resolve-commit.ts';
import { makeFolder, removeTree, writeText } from '../../../platform/files.ts';
import { newRunId } from '../../../platform/ids.ts';
import { findSandbox } from '../../../sandbox/find-sandbox.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import type { Workspace } from '../../../workspace/contract.ts';
import {
  activeDefinitions,
  no,
  warn,
  yes,
  type Check,
  type CheckContext,
  type Verdict,
} from '../check.ts';

/**
 * Tried, not supposed: a repository of ours that borrows the user's objects and reads a commit through them; and a sandbox
 * in which git makes a commit and Node answers.
 */
export const isolationCheck: Check = {
  name: 'isolation',
  look: async (context) => {
    const { location, gitEnv, clock } = context.workspace;
    const head = await resolveCommit(gitIn({ cwd: location.gitDir, env: gitEnv }), 'HEAD');
    if (head === null) {
      return no(
        'the repository has no commit to start from yet',
        'Make a first commit: git add --all && git commit -m "Start"',
      );
    }
    const { cache } = machinePaths(location.stateDir);
    const folder = join(cache, `doctor-${newRunId(clock.now())}`);
    try {
      return (await readsThroughBorrowed(context.workspace, folder, head))
        ? await judgeSandbox(context)
        : no(
            'a private run repository cannot read what it borrows from this one',
            'See whether git finds fault with it: git fsck',
          );
    } finally {
      await removeTree(folder);
    }
  },
};

/** Without one `auto` is `private`, which is told; what insists on a sandbox does not run at all. */
async function judgeSandbox(context: CheckContext): Promise<Verdict> {
  const { location, env, clock } = context.workspace;
  const answer = await findSandbox({ workspace: location, env, clock, fresh: true });
  if (answer.kind === 'works') {
    const { kind, version } = answer.record;
    return yes(`sandbox, by ${kind} ${version}: git makes a commit and Node answers in one`);
  }
  const definitions = await activeDefinitions(context);
  const insisting = definitions.flatMap(({ definition: { routine } }) =>
    routine.workspace.isolation === 'sandbox' ? [routine.id] : [],
  );
  return insisting.length === 0
    ? warn(`private, and auto means that: no sandbox, because ${answer.reason}`, answer.hint)
    : no(`no sandbox, which ${insisting.join(', ')} must have: ${answer.reason}`, answer.hint);
}

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
