/** The clean-up of a daemon: slow, and out of the way of whatever else wants the disk. */
import { inspectPath } from '../../platform/files.ts';
import { lowerPriority } from '../../platform/priority.ts';
import { runGc } from '../../runtime/gc/run-gc.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { formatBytes } from '../../words/byte-size.ts';
import { AppError } from '../../words/errors.ts';
import { plural } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { ceilingWarning, readDiskUse } from '../../worktrees/disk-use.ts';
import type { SweepReport } from '../do-chore.ts';

/** Some thousands a second at most, and the disk has a rest after each batch. */
const BATCH = 100;
const REST_MS = 25;

export async function sweep(workspace: Workspace): Promise<SweepReport> {
  lowerPriority();
  const { stateDir } = workspace.location;
  const { runs } = machinePaths(stateDir);
  const before = (await inspectPath(runs))?.mtimeMs;
  // This detects a run that a user starts by hand before any other signal of it.
  const mayGoOn = async (): Promise<boolean> => (await inspectPath(runs))?.mtimeMs === before;
  const pace = { batch: BATCH, restMs: REST_MS, most: Infinity, mayGoOn };
  try {
    const report = await runGc(workspace, { dryRun: false, setAside: false, pace });
    const removed = report.removed.filter(({ remains }) => remains.kind !== 'trash');
    const bytes = report.removed.reduce((sum, { remains }) => sum + remains.bytes, 0);
    const early = removed.filter(
      ({ verdict }) => verdict.kind === 'remove' && verdict.early,
    ).length;
    const ofThem = early === 0 ? '' : `, ${early} of them before their time because of keep.disk`;
    const warning = ceilingWarning(await readDiskUse(stateDir));
    return {
      more: report.unfinished > 0 || !(await mayGoOn()),
      done:
        report.removed.length === 0
          ? null
          : `cleaned up: ${plural(report.removed.length, 'thing')}, ${formatBytes(bytes)}${ofThem}`,
      warnings: [...report.notices, ...(warning === null ? [] : [warning])],
    };
  } catch (thrown) {
    // Another process is cleaning up.
    if (thrown instanceof AppError && thrown.reason === 'clean-up-running')
      return { more: true, done: null, warnings: [] };
    throw thrown;
  }
}
