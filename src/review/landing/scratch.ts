/**
 * A repository of ours in which commits are made, as trial merges and unions are: objects of the user's are borrowed, settings
 * are not, and attributes are those of where the target stands.
 */
import { join } from 'node:path';

import { listAttributeFiles } from '../../git/attribute-files.ts';
import { fetchRefs, fileUrl } from '../../git/fetch-ref.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository } from '../../git/scratch-repository.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { listFolder, makeFolder, removeTree } from '../../platform/files.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Desk } from './desk.ts';

export interface Scratch {
  readonly git: GitCall;
  /** To call git in it. */
  readonly context: GitContext;
  /** Brings what stands on these into the user's repository, below refs of ours, and nothing else. */
  readonly handOver: (refs: Readonly<Record<string, string>>) => Promise<void>;
}

export interface ScratchFor {
  /** Of the record; names its folder. */
  readonly id: string;
  /** Where the target stands: its attributes count, those of a branch never do. */
  readonly tip: CommitSha;
}

/** Gone when `work` has ended. */
export async function withScratch<Result>(
  desk: Desk,
  { id, tip }: ScratchFor,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const { location, gitEnv } = desk.workspace;
  const repository = { cwd: location.gitDir, env: gitEnv };
  const folder = scratchFolder(desk, id);
  const attributes = await listAttributeFiles(repository, tip);
  await makeFolder(machinePaths(location.stateDir).reviewWork, 0o700);
  return withScratchRepository({ repository, attributes, folder }, ({ context, gitDir }) => {
    const git = gitIn(context);
    return work({ git, context, handOver: (refs) => handOver(desk, { git, gitDir }, refs) });
  });
}

/** Told from what others keep there. */
const MARK = 'landing-';

export function scratchFolder({ workspace }: Desk, id: string): string {
  return join(machinePaths(workspace.location.stateDir).reviewWork, `${MARK}${id}`);
}

/** Removes all scratch folders that dead processes left, of any landing. */
export async function removeScratchFolders({ workspace }: Desk): Promise<void> {
  const { reviewWork: work } = machinePaths(workspace.location.stateDir);
  for (const name of await listFolder(work))
    if (name.startsWith(MARK)) await removeTree(join(work, name));
}

async function handOver(
  { git: theirs }: Desk,
  { git, gitDir }: { readonly git: GitCall; readonly gitDir: string },
  refs: Readonly<Record<string, string>>,
): Promise<void> {
  const wanted = Object.entries(refs);
  await updateRefs(
    git,
    wanted.map(([ref, to]) => ({ kind: 'set', ref, to })),
  );
  await fetchRefs(theirs, {
    from: fileUrl(gitDir),
    refspecs: wanted.map(([ref]) => `+${ref}:${ref}`),
  });
}
