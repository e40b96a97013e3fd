/**
 * The bridge: a pristine bare repository of ours through which everything passes that an agent made. Its
 * settings, hooks and excludes are ours, so git may be run with it over the hostile tree.
 */
import { join } from 'node:path';

import { copyFile, makeFolder, removeTree, writeText } from '../platform/files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { excludeText } from './included-files.ts';
import { makeOwnRepository, writeNewRef } from './own-repository.ts';
import type { WorktreeState } from './worktree-state.ts';

export const BRIDGE_BASE = 'refs/roundsman/base';
export const BRIDGE_TIP = 'refs/roundsman/tip';

const SETTINGS = [
  // Nothing of what git could start from a setting is left to its default.
  '[core]\n\thooksPath = /dev/null\n\tfsmonitor = false\n\tuntrackedCache = false\n\tattributesFile = /dev/null',
  '\talternateRefsPrefixes = refs/roundsman/none',
  // Larger ones are neither compared line by line nor held in memory.
  '\tbigFileThreshold = 8m',
  '[transfer]\n\tfsckObjects = true',
  '[fetch]\n\tunpackLimit = 1',
  '[gc]\n\tauto = 0',
  '[maintenance]\n\tauto = false',
  '',
].join('\n');

/** Made again each time: an earlier one may be half made, or touched by what ran in the worktree. */
export async function makeBridge(request: WorktreeRequest, state: WorktreeState): Promise<void> {
  const { bridge, trustedIndex } = request.paths;
  await removeTree(bridge);
  await makeOwnRepository({
    folder: bridge,
    bare: true,
    branch: 'bridge',
    source: state.source,
    borrows: true,
    settings: SETTINGS,
  });
  await makeFolder(bridgeWork(bridge));
  await writeText(join(bridge, 'info', 'exclude'), excludeText(state.prepared.included));
  await copyFile(trustedIndex, indexOf(request));
  await writeNewRef(bridge, BRIDGE_BASE, state.opened.base);
}

/** For calls that look at the agent's files: our repository, our index, its tree. */
export function overTheTree(request: WorktreeRequest): {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
} {
  const { worktree } = request.paths;
  return { cwd: worktree, env: { GIT_WORK_TREE: worktree, GIT_INDEX_FILE: indexOf(request) } };
}

/** What git writes besides objects: the index, and lists of paths. */
export function bridgeWork(bridge: string): string {
  return join(bridge, 'work');
}

function indexOf(request: WorktreeRequest): string {
  return join(bridgeWork(request.paths.bridge), 'index');
}
