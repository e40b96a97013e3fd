/** A run's folder, with what was decided of it. Built-ins only: supervisors use it. */
import type { RunSpec } from '../../domain/run-spec.ts';
import { makeFolder, writeDurably } from '../../platform/files.ts';
import { runPaths } from '../state-paths.ts';

export async function createRunFolder(stateDir: string, spec: RunSpec): Promise<void> {
  const paths = runPaths(stateDir, spec.id);
  await makeFolder(paths.folder, 0o700);
  await writeDurably(paths.spec, JSON.stringify(spec));
}
