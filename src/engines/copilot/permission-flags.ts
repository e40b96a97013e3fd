import { join } from 'node:path';

import { homeFolder } from '../../platform/environment.ts';
import type { PlanRequest } from '../contract.ts';

/**
 * In a sandbox that decides; a second judge would only be in the way. Elsewhere it is kept to the run's folders and what
 * the routine permits: it refuses the rest without asking, since nobody is there.
 */
export function permissionFlags({
  isolation,
  permissions,
  briefFolder,
  outFolder,
  gitFolders,
}: PlanRequest): readonly string[] {
  if (isolation === 'sandbox') return ['--allow-all'];
  const folders = [briefFolder, outFolder, ...gitFolders, ...permissions.read.map(absolute)];
  return [
    '--allow-all-tools',
    ...folders.flatMap((folder) => ['--add-dir', folder]),
    ...permissions.network.allow.map((host) => `--allow-url=https://${host}`),
  ];
}

function absolute(path: string): string {
  return path.startsWith('~/') ? join(homeFolder({}), path.slice(2)) : path;
}
