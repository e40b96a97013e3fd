/** One file as a commit on a new branch, without a checkout: the working tree and the index of the user stay as they are. */
import { join } from 'node:path';

import { commitTree } from '../git/commit-tree.ts';
import { updateRefs } from '../git/update-refs.ts';
import { makeTemporaryFolder, removeTree } from '../platform/files.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Workspace } from '../workspace/contract.ts';
import { gitDateOf, identityHere, openDesk } from './landing/desk.ts';

export interface NewFileCommit {
  /** What it is based on. */
  readonly base: CommitSha;
  /** From the top of the repository. */
  readonly path: string;
  readonly text: string;
  /** `routines/docs-check`; where there is one already it gets a number: `routines/docs-check-2`. */
  readonly branch: string;
  readonly message: string;
}

const MOST_NAMES = 50;

/** The name of the branch. Throws `missing` when git does not know who commits, `refused` when every name is taken. */
export async function commitFile(workspace: Workspace, commit: NewFileCommit): Promise<string> {
  const desk = openDesk(workspace);
  const { git } = desk;
  const { base, path, text, message } = commit;
  const person = { ...(await identityHere(desk)), at: gitDateOf(workspace.clock.now()) };
  const folder = await makeTemporaryFolder('roundsman-index-');
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    const blob = (await git(['hash-object', '-w', '--stdin'], { stdin: text })).stdout.trim();
    await git(['read-tree', base], { env });
    await git(['update-index', '--add', '--cacheinfo', `100644,${blob},${path}`], { env });
    const tree = (await git(['write-tree'], { env })).stdout.trim();
    const tip = await commitTree(git, {
      tree,
      parents: [base],
      message,
      author: person,
      committer: person,
    });
    const branch = await freeName(git, commit.branch);
    await updateRefs(git, [{ kind: 'create', ref: `refs/heads/${branch}`, to: tip }]);
    return branch;
  } finally {
    await removeTree(folder);
  }
}

async function freeName(git: ReturnType<typeof openDesk>['git'], wanted: string): Promise<string> {
  const { stdout } = await git([
    'for-each-ref',
    '--format=%(refname:short)',
    `refs/heads/${wanted}*`,
  ]);
  const taken = new Set(stdout.split('\n'));
  for (let number = 1; number <= MOST_NAMES; number += 1) {
    const name = number === 1 ? wanted : `${wanted}-${number}`;
    if (!taken.has(name)) return name;
  }
  throw new AppError('refused', {
    code: 'branches-taken',
    message: `${MOST_NAMES} branches are called ${wanted} already`,
    hint: 'Land or discard some of them under Review.',
  });
}
