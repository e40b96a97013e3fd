import { inspectDisk } from '../../../platform/disk.ts';
import { makeFolder } from '../../../platform/files.ts';
import { readContext } from '../../../routines/definitions.ts';
import { formatBytes } from '../../../words/byte-size.ts';
import { belowFloor } from '../../../words/disk-floor.ts';
import { ceilingWarning, readDiskUse } from '../../../worktrees/disk-use.ts';
import { no, warn, yes, type Check } from '../check.ts';

/** What is free against the floor, below which nothing starts; what is taken against the ceiling. */
export const diskCheck: Check = {
  name: 'disk',
  look: async ({ workspace, active }) => {
    const { stateDir } = workspace.location;
    await makeFolder(stateDir, 0o700);
    const [{ context }, { freeBytes }, use, { daemon }] = await Promise.all([
      readContext(workspace),
      inspectDisk(stateDir),
      readDiskUse(stateDir),
      active(),
    ]);
    const floorBytes = context.workspace.diskFloorBytes;
    const full = belowFloor(stateDir, { freeBytes, floorBytes });
    if (full !== null)
      return no(
        `${full}: nothing starts`,
        'Make room: roundsman gc, or lower disk-floor in roundsman.yaml.',
      );
    const over = ceilingWarning(use);
    if (over !== null) return warn(over, 'See what is kept, and why: roundsman gc --dry-run');
    const floor = floorBytes === 0 ? 'no floor' : `the floor is ${formatBytes(floorBytes)}`;
    const { diskBytes } = daemon.keep;
    const ceiling = diskBytes === null ? 'no ceiling' : `of at most ${formatBytes(diskBytes)}`;
    const used = use === null ? 'nothing measured yet' : `${formatBytes(use.usedBytes)} taken`;
    return yes(`${formatBytes(freeBytes)} free, ${floor}; ${used}, ${ceiling}`);
  },
};
