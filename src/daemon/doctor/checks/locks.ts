import { readTextIfThere } from '../../../platform/files.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { no, yes, type Check } from '../check.ts';

/** The next process that wants a dead holder's lock breaks it. A lock that names no holder is never broken. */
export const locksCheck: Check = {
  name: 'locks',
  look: async ({ workspace }) => {
    const { daemonLock } = machinePaths(workspace.location.stateDir);
    const locks = [...workspace.files.locks, daemonLock];
    const dead: string[] = [];
    for (const path of locks) {
      const text = await readTextIfThere(path);
      if (text === null) continue;
      const holder = parseIdentity(text);
      // It may be released between two looks.
      if (holder === null && (await readTextIfThere(path)) === text) {
        return no(
          `the lock ${path} names no process: it was not written by Roundsman`,
          'Look at it, and remove it when nothing needs it.',
        );
      }
      if (holder !== null && !isAlive(holder)) dead.push(path);
    }
    return yes(
      dead.length === 0
        ? 'none is in the way'
        : `left by processes that died, and taken over by the next: ${dead.join(', ')}`,
    );
  },
};
