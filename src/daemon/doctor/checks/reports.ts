import { dirname, join } from 'node:path';

import { inspectPath, isWritable } from '../../../platform/files.ts';
import { warn, yes, type Check } from '../check.ts';

/** Copies only: a night without them goes well, and its reports are read with a command. */
export const reportsCheck: Check = {
  name: 'reports-folder',
  look: async ({ workspace }) => {
    const { root, bare } = workspace.location;
    if (bare) return yes('a bare repository has none; reports stay in the run folders');
    const folder = join(root, 'reports');
    const facts = await inspectPath(folder);
    const hint = 'Reports are kept with their runs all the same: roundsman reports show';
    if (facts !== null && facts.kind !== 'folder') {
      return warn(`${folder} is ${facts.kind === 'link' ? 'a symbolic link' : 'no folder'}`, hint);
    }
    const target = facts === null ? dirname(folder) : folder;
    return (await isWritable(target))
      ? yes(folder)
      : warn(`nothing can be written to ${target}`, hint);
  },
};
