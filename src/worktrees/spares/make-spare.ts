/** Makes a spare of the default branch, with what makes the repository of a run. */
import { join } from 'node:path';

import { defaultBase, startOf } from '../../git/choose-base.ts';
import { gitIn, sealedGitIn, type GitCall } from '../../git/git-call.ts';
import { fileMask } from '../../platform/environment.ts';
import { readBytes, removeTree, rename, writeText } from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { newRunId } from '../../platform/ids.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { hashTreeNames } from '../../platform/tree-names.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { CommitSha } from '../../words/ids.ts';
import { checkOutTree } from '../check-out-tree.ts';
import { inspectSource } from '../open-run-repository.ts';
import { makeOwnRepository } from '../own-repository.ts';
import { writeNewRef } from '../repository-files.ts';
import type { Burial } from '../tombstone.ts';
import type { SourceFacts } from '../worktree-state.ts';
import { sparePaths, type SpareRecord } from './spare.ts';

/** git compares times by the second: what is changed after this one has another. */
const SETTLE_MS = 1_100;

export interface SpareRequest extends Burial {
  readonly signal?: AbortSignal;
}

/** False where none can be made: a partial clone may lack files of the commit, which a run fetches when it needs them. */
export async function makeSpare(request: SpareRequest): Promise<boolean> {
  const { workspace, gitEnv, clock, signal } = request;
  const call = { env: gitEnv, ...(signal === undefined ? {} : { signal }) };
  const git = gitIn({ ...call, cwd: workspace.root });
  const source = await inspectSource({ spec: { workspace } }, git);
  const commit = source.partial ? null : await knownBase(git, workspace.bare);
  if (commit === null) return false;
  const now = clock.now();
  const { spares } = machinePaths(workspace.stateDir);
  const id = newRunId(now);
  const folder = join(spares, `making-${id}`);
  const { tree, index, record } = sparePaths(folder);
  await makeOwnRepository({
    folder: tree,
    bare: false,
    branch: 'spare',
    source,
    borrows: true,
    settings: '',
  });
  const gitDir = join(tree, '.git');
  await writeNewRef(gitDir, 'refs/heads/spare', commit);
  await checkOutTree(sealedGitIn({ ...call, cwd: tree }));
  await rename(join(gitDir, 'index'), index);
  await removeTree(gitDir);
  const made = await recordOf(folder, { commit, source, madeAt: now.toISOString() });
  await writeText(record, JSON.stringify(made));
  await clock.sleep(SETTLE_MS, signal);
  signal?.throwIfAborted();
  await rename(folder, join(spares, id));
  return true;
}

/** As the repository knows it: nothing is fetched. */
async function knownBase(git: GitCall, bare: boolean): Promise<CommitSha | null> {
  const start = await startOf(git, await defaultBase(git, bare), null);
  return start?.commit ?? null;
}

async function recordOf(
  folder: string,
  {
    commit,
    source,
    madeAt,
  }: { readonly commit: CommitSha; readonly source: SourceFacts; readonly madeAt: string },
): Promise<SpareRecord> {
  const { tree, index } = sparePaths(folder);
  return {
    version: 1,
    commit,
    objectFormat: source.objectFormat,
    madeAt,
    bootId: ownIdentity().bootId,
    umask: fileMask(),
    index: sha256(await readBytes(index)),
    names: hashTreeNames(tree),
  };
}
