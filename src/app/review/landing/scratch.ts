/** A repository of ours in which commits are made: objects of the user's are borrowed, settings and attributes are not. */
import { join } from 'node:path';

import { fetchRefs } from '../../../git/fetch-ref.ts';
import { fileUrl } from '../../../git/file-url.ts';
import { gitIn, sealedGitIn, type GitCall } from '../../../git/git-call.ts';
import { updateRefs } from '../../../git/update-refs.ts';
import { listFolder, makeFolder, removeTree } from '../../../platform/files.ts';
import { reviewPaths } from '../../../store/state-paths.ts';
import { inspectSource } from '../../../worktrees/inspect-source.ts';
import { makeOwnRepository } from '../../../worktrees/own-repository.ts';
import type { Desk } from './desk.ts';

export interface Scratch {
  readonly git: GitCall;
  /** Brings what stands on these into the user's repository, below refs of ours, and nothing else. */
  readonly handOver: (refs: Readonly<Record<string, string>>) => Promise<void>;
}

const SETTINGS = [
  '[core]\n\thooksPath = /dev/null\n\tfsmonitor = false\n\tattributesFile = /dev/null',
  '\talternateRefsPrefixes = refs/roundsman/none',
  '[commit]\n\tgpgsign = false',
  '[gc]\n\tauto = 0',
  '[maintenance]\n\tauto = false',
  '',
].join('\n');

/** Gone when `work` has ended. @param id of the record; names its folder */
export async function withScratch<Result>(
  desk: Desk,
  id: string,
  work: (scratch: Scratch) => Promise<Result>,
): Promise<Result> {
  const { location, gitEnv } = desk.workspace;
  const folder = scratchFolder(desk, id);
  await removeTree(folder);
  await makeFolder(folder, 0o700);
  try {
    const source = await inspectSource(
      { spec: { workspace: location } },
      gitIn({ cwd: location.root, env: gitEnv }),
    );
    const own = { folder, bare: true, branch: 'landing', borrows: true, settings: SETTINGS };
    await makeOwnRepository({ ...own, source });
    const git = sealedGitIn({ cwd: folder, env: { ...gitEnv, GIT_DIR: folder } });
    return await work({ git, handOver: (refs) => handOver(desk, { git, folder }, refs) });
  } finally {
    await removeTree(folder);
  }
}

/** Told from what others keep there. */
const MARK = 'landing-';

export function scratchFolder({ workspace }: Desk, id: string): string {
  return join(reviewPaths(workspace.location.stateDir).work, `${MARK}${id}`);
}

/** What whoever died left, whatever it was for. */
export async function removeScratchFolders({ workspace }: Desk): Promise<void> {
  const { work } = reviewPaths(workspace.location.stateDir);
  for (const name of await listFolder(work))
    if (name.startsWith(MARK)) await removeTree(join(work, name));
}

/* oxlint-disable-next-line eslint/max-params -- from here, there, and what */
async function handOver(
  { git: theirs }: Desk,
  { git, folder }: { readonly git: GitCall; readonly folder: string },
  refs: Readonly<Record<string, string>>,
): Promise<void> {
  const wanted = Object.entries(refs);
  await updateRefs(
    git,
    wanted.map(([ref, to]) => ({ kind: 'set', ref, to })),
  );
  await fetchRefs(theirs, {
    from: fileUrl(folder),
    refspecs: wanted.map(([ref]) => `+${ref}:${ref}`),
  });
}
