/**
 * A way to ask git about the base commit alone: a git folder of our own that only borrows the repository's objects,
 * an empty working tree and an index of our own. Neither files, index, attributes nor settings of the user's checkout
 * have a say (`diff.algorithm`, `info/attributes`, a `textconv`), and nothing in the repository changes.
 */
import { join } from 'node:path';

import { commonGitFolder } from '../../git/object-folders.ts';
import type { GitContext } from '../../git/run-git.ts';
import {
  makeFolder,
  makeTemporaryFolder,
  readTextIfThere,
  removeTree,
  writeText,
} from '../../platform/files.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { CollectRequest } from '../contract.ts';

export interface BaseView {
  readonly context: GitContext;
  /** As `context`, through the repository itself: that of a partial clone fetches what it lacks. */
  readonly lender: GitContext;
  /** For files of ours; gone when the work is over. */
  readonly folder: string;
  /** Commits whose parents are not here (a shallow clone). */
  readonly shallow: ReadonlySet<string>;
}

const SHA1_LENGTH = 40;
const NO_SETTINGS = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_ATTR_NOSYSTEM: '1',
};

export async function withBaseView<Result>(
  request: CollectRequest,
  work: (view: BaseView) => Promise<Result>,
): Promise<Result> {
  const { repository, gitEnv, signal, base } = request;
  const cancellable = signal === undefined ? {} : { signal };
  const source: GitContext = { cwd: repository, env: gitEnv, ...cancellable };
  const lender = await commonGitFolder(source);
  const folder = await makeTemporaryFolder('roundsman-collect-');
  try {
    const tree = join(folder, 'tree');
    await makeFolder(tree);
    const shallow = (await readTextIfThere(join(lender, 'shallow'))) ?? '';
    const gitDir = await makeGitFolder(folder, { format: formatOf(base), shallow });
    const own = { GIT_WORK_TREE: tree, GIT_INDEX_FILE: join(folder, 'index') };
    const objects = { GIT_OBJECT_DIRECTORY: join(lender, 'objects') };
    const env = { ...gitEnv, ...NO_SETTINGS, ...own, ...objects, GIT_DIR: gitDir };
    return await work({
      context: { cwd: tree, env, ...cancellable },
      lender: { cwd: tree, env: { ...gitEnv, ...own, GIT_DIR: lender }, ...cancellable },
      folder,
      shallow: new Set(shallow.split('\n').filter((line) => line !== '')),
    });
  } finally {
    await removeTree(folder);
  }
}

function formatOf(commit: CommitSha): 'sha1' | 'sha256' {
  return commit.length === SHA1_LENGTH ? 'sha1' : 'sha256';
}

async function makeGitFolder(
  folder: string,
  { format, shallow }: { readonly format: string; readonly shallow: string },
): Promise<string> {
  const gitDir = join(folder, 'git');
  await makeFolder(join(gitDir, 'refs'));
  await writeText(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n');
  const extensions =
    format === 'sha1'
      ? '\trepositoryformatversion = 0\n'
      : `\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = ${format}\n`;
  await writeText(join(gitDir, 'config'), `[core]\n${extensions}`);
  if (shallow !== '') await writeText(join(gitDir, 'shallow'), shallow);
  return gitDir;
}
