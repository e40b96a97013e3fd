/**
 * A way to ask git about the base commit alone: an empty working tree and an index of our own, so that neither
 * files nor index nor attributes of the user's checkout have a say, and nothing in the repository changes.
 */
import { join } from 'node:path';

import { commonGitFolder } from '../../git/common-git-folder.ts';
import type { GitContext } from '../../git/run-git.ts';
import {
  makeFolder,
  makeTemporaryFolder,
  readTextIfThere,
  removeTree,
} from '../../platform/files.ts';
import type { CollectRequest } from '../contract.ts';

export interface BaseView {
  readonly context: GitContext;
  /** For files of ours; gone when the work is over. */
  readonly folder: string;
  /** Commits whose parents are not here (a shallow clone). */
  readonly shallow: ReadonlySet<string>;
}

export async function withBaseView<Result>(
  request: CollectRequest,
  work: (view: BaseView) => Promise<Result>,
): Promise<Result> {
  const { repository, gitEnv, signal } = request;
  const cancellable = signal === undefined ? {} : { signal };
  const gitDir = await commonGitFolder({ cwd: repository, env: gitEnv, ...cancellable });
  const folder = await makeTemporaryFolder('roundsman-collect-');
  try {
    const tree = join(folder, 'tree');
    await makeFolder(tree);
    const env = {
      ...gitEnv,
      GIT_DIR: gitDir,
      GIT_WORK_TREE: tree,
      GIT_INDEX_FILE: join(folder, 'index'),
    };
    const shallow = (await readTextIfThere(join(gitDir, 'shallow'))) ?? '';
    return await work({
      context: { cwd: tree, env, ...cancellable },
      folder,
      shallow: new Set(shallow.split('\n').filter((line) => line !== '')),
    });
  } finally {
    await removeTree(folder);
  }
}
