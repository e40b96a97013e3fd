import { join } from 'node:path';

import { inspectDisk } from '../../../platform/disk.ts';
import { makeFolder, removeTree, writeDurably, readTextIfThere } from '../../../platform/files.ts';
import { newRunId } from '../../../platform/ids.ts';
import { parseIdentity } from '../../../platform/lock.ts';
import { keepPrivate } from '../../../platform/private-folder.ts';
import { isAlive } from '../../../platform/process-identity.ts';
import { readContext } from '../../../routines/definitions.ts';
import { machinePaths } from '../../../store/machine-paths.ts';
import { formatBytes } from '../../../words/byte-size.ts';
import { belowFloor } from '../../../words/resource-limits.ts';
import { ceilingWarning, readDiskUse } from '../../../worktrees/disk-use.ts';
import { readFleet } from '../../fleet/read-fleet.ts';
import { no, warn, yes, type Check } from '../check.ts';
import { daemonVariables } from '../daemon-variables.ts';

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

/** Where the records are, and that the daemon gets at them too. */
export const storeCheck: Check = {
  name: 'store',
  look: async ({ workspace }) => {
    const { store, choice, database, problems } = await readFleet(workspace);
    const [problem] = problems;
    if (store === 'files')
      return problem === undefined ? yes('files of this machine') : warn(problem, '');
    const fault = database?.fault ?? null;
    if (fault !== null) return no(fault.message, fault.hint);
    const variables = await daemonVariables(workspace);
    if (choice !== null && !variables.has(choice.variable))
      return no(`the daemon does not have ${choice.variable}`, variables.hint);
    const where = `PostgreSQL, ${database?.address ?? ''}, tables of version ${database?.schema ?? 0}`;
    return problem === undefined ? yes(where) : warn(`${where}: ${problem}`, '');
  },
};

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
