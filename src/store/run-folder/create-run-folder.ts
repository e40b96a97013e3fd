/** A run's folder, with what was decided of it. Built-ins only: supervisors use it. */
import { makeFolder, writeDurably } from '../../platform/files.ts';
import type { RunSpec } from '../../words/run-spec.ts';
import { runPaths } from './run-paths.ts';

export async function createRunFolder(stateDir: string, spec: RunSpec): Promise<void> {
  const paths = runPaths(stateDir, spec.id);
  await makeFolder(paths.folder, 0o700);
  await writeDurably(paths.spec, JSON.stringify(spec));
}
