import { inspectDisk } from '../../../../platform/disk.ts';
import { makeFolder } from '../../../../platform/files.ts';
import { formatBytes } from '../../../../words/byte-size.ts';
import { belowFloor } from '../../../../words/resource-limits.ts';
import { bytesOfRun } from '../../../rehearse/typical-run.ts';
import { no, yes } from '../../check.ts';
import type { RoutineCheck } from '../contract.ts';

/** Whether one more run fits on the disk, by what its earlier ones took. */
export const roomCheck: RoutineCheck = {
  name: 'disk',
  look: async ({ definition, workspace }) => {
    const { stateDir } = workspace.location;
    await makeFolder(stateDir, 0o700);
    const { freeBytes } = await inspectDisk(stateDir);
    const { views } = await workspace.runs.listViews({ routine: definition.routine.id, limit: 20 });
    const needed = await bytesOfRun(stateDir, definition.routine.id, views);
    const full = belowFloor(stateDir, {
      freeBytes,
      floorBytes: definition.settings.diskFloorBytes,
    });
    if (full !== null) return no(`${full}: nothing starts`, 'Make room: roundsman gc');
    const free = `${formatBytes(freeBytes)} free`;
    if (needed === null) return yes(`${free}; it never ran, so what a run takes is not known`);
    return needed > freeBytes
      ? no(`${free}, and an earlier run took ${formatBytes(needed)}`, 'Make room.')
      : yes(`${free}; an earlier run took ${formatBytes(needed)}`);
  },
};
