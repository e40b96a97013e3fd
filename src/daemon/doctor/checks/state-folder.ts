import { join } from 'node:path';

import { inspectDisk } from '../../../platform/disk.ts';
import { makeFolder, removeTree, writeDurably } from '../../../platform/files.ts';
import { newRunId } from '../../../platform/ids.ts';
import { keepPrivate } from '../../../platform/private-folder.ts';
import { formatBytes } from '../../../words/byte-size.ts';
import { no, warn, yes, type Check } from '../check.ts';

/** A run of a small repository fits, and nothing else. */
const TOO_LITTLE = 200_000_000;
const LITTLE = 2_000_000_000;

/** Everything that is known is kept there: it has to take a synced write, now and through the night. */
export const stateFolderCheck: Check = {
  name: 'state-folder',
  look: async ({ workspace }) => {
    const { stateDir } = workspace.location;
    await makeFolder(stateDir, 0o700);
    const probe = join(stateDir, `doctor-${newRunId(workspace.clock.now())}`);
    await writeDurably(probe, 'can be written');
    await removeTree(probe);
    const { freeBytes, unusual } = await inspectDisk(stateDir);
    const free = `${formatBytes(freeBytes)} free`;
    if (freeBytes < TOO_LITTLE)
      return no(
        `${stateDir}: only ${free}`,
        'Make room: what runs leave is kept there for a while.',
      );
    if (unusual?.kind === 'network') {
      return no(
        `${stateDir} is on a network file system (${unusual.name}): locks and syncs may not hold there`,
        'Name a folder on a local disk: ROUNDSMAN_STATE_DIR=/var/lib/roundsman',
      );
    }
    if (unusual?.kind === 'memory') {
      return warn(
        `${stateDir} is in memory (${unusual.name}): all of it is gone when the machine restarts`,
        'Name a folder on a disk: ROUNDSMAN_STATE_DIR=/var/lib/roundsman',
      );
    }
    // It was closed when the workspace was opened, unless the disk does not let it.
    if ((await keepPrivate(stateDir, () => false)).kind !== 'private')
      return warn(
        `${stateDir}: other accounts can read it`,
        'Close it to them (chmod 700), or name a folder on a disk that keeps rights in ROUNDSMAN_STATE_DIR.',
      );
    if (freeBytes < LITTLE)
      return warn(`${stateDir}: only ${free}`, 'Make room before it is needed.');
    return yes(`${stateDir}, ${free}`);
  },
};
