/** A routine as it stands in the working tree, ready to be run by hand. */
import type { Routine } from '../domain/routine.ts';
import type { Definition, WorkspaceSettings } from '../domain/run.ts';
import type { Workspace } from './contract.ts';
import { readCatalog, withOverrides } from './definitions.ts';
import { findEntry, soundRoutine } from './find-routine.ts';

export interface LoadedRoutine {
  readonly routine: Routine;
  readonly definition: Definition;
  readonly settings: WorkspaceSettings;
}

export interface RoutineRequest {
  readonly id: string;
  /** `key=value`, as given to `--set`. */
  readonly overrides: readonly string[];
}

/** Throws `not-found`, or `invalid-definition` with every problem of the file and of the overrides. */
export async function loadRoutine(
  workspace: Workspace,
  { id, overrides }: RoutineRequest,
): Promise<LoadedRoutine> {
  const catalog = await readCatalog(workspace);
  const written = findEntry(catalog, id);
  const entry =
    overrides.length === 0 ? written : await withOverrides(workspace, written, overrides);
  return {
    routine: soundRoutine(entry),
    definition: { path: entry.path, hash: entry.hash, source: 'working-tree', overrides },
    settings: catalog.settings,
  };
}
