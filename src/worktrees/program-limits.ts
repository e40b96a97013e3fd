/** What one program of a run may take, as the routine says, on this machine. */
import { machineMemory } from '../platform/resource-use.ts';
import type { ProgramLimits } from '../platform/watch-resources.ts';
import type { RunPaths } from '../store/run-folder/run-paths.ts';
import { DEFAULT_RESOURCES, memoryLimit, type ResourceLimits } from '../words/resource-limits.ts';
import type { RunSpec } from '../words/run-spec.ts';

/** Where a sandbox has folders that are kept in memory, besides its home. */
const IN_MEMORY = ['/tmp', '/run', '/dev/shm'];

interface LimitedProgram {
  readonly confinement: 'pid-namespace' | 'none';
  readonly env: Readonly<Record<string, string>>;
}

export function resourcesOf({ routine }: Pick<RunSpec, 'routine'>): ResourceLimits {
  return { ...DEFAULT_RESOURCES, ...routine.limits.resources };
}

export function programLimits(
  run: { readonly spec: Pick<RunSpec, 'routine'>; readonly paths: RunPaths },
  { confinement, env }: LimitedProgram,
): ProgramLimits {
  const { paths, spec } = run;
  const resources = resourcesOf(spec);
  const home = env['HOME'];
  // A run that continues where another one was works in that one's folder.
  const elsewhere = [paths.worktree, paths.out, paths.temporary].filter(
    (path) => !path.startsWith(`${paths.folder}/`),
  );
  return {
    processes: resources.processes,
    memoryBytes: memoryLimit(resources, machineMemory()),
    fileBytes: resources.fileBytes,
    diskBytes: resources.diskBytes,
    folders: [paths.folder, ...elsewhere],
    inMemory: confinement === 'none' ? [] : [...IN_MEMORY, ...(home === undefined ? [] : [home])],
  };
}
