/** A routine as it stands in the working tree, ready to be run by hand. */
import { join } from 'node:path';

import { AppError } from '../words/errors.ts';
import type { Routine } from '../words/routine.ts';
import type { Definition, WorkspaceSettings } from '../words/run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';
import { type RoutineReading, runSettings } from './definition-context.ts';
import { invalidDefinition, readCatalog, readContext, readSource } from './definitions.ts';
import { findEntry, findRoutine } from './find-routine.ts';
import type { Problem } from './rules/problem.ts';

export interface LoadedRoutine {
  readonly routine: Routine;
  readonly definition: Definition;
  readonly settings: WorkspaceSettings;
  /** What is valid and most likely not meant. */
  readonly warnings: readonly Problem[];
}

export interface RoutineRequest {
  readonly id: string;
  /** `key=value`, as given to `--set`. */
  readonly overrides: readonly string[];
}

/** Throws `not-found`, or `invalid-definition` with the problems of the file and of the overrides. */
export async function loadRoutine(
  workspace: Workspace,
  { id, overrides }: RoutineRequest,
): Promise<LoadedRoutine> {
  const catalog = await readCatalog(workspace);
  if (catalog.workspaceProblems.length > 0) {
    throw invalidDefinition('roundsman.yaml', catalog.workspaceProblems);
  }
  if (workspace.location.bare && catalog.entries.length === 0) throw noFiles(workspace);
  const { file } = findEntry(catalog, id);
  const reading: Extract<RoutineReading, { readonly kind: 'routine' }> =
    overrides.length === 0
      ? findRoutine(catalog, id)
      : await readOverridden(workspace, file, overrides);
  const { routine, hash, warnings, overrides: laidOver = [] } = reading;
  const path = join(workspace.location.root, file);
  return {
    routine,
    definition: { path, hash, source: 'working-tree', overrides: laidOver },
    settings: runSettings(catalog.workspace),
    warnings,
  };
}

function noFiles({ location }: Workspace): AppError {
  return new AppError('not-found', {
    code: 'unknown-routine',
    message: `${location.root} is a bare repository: it has no files, so no routines`,
    hint: 'Go to a checkout of it.',
  });
}

async function readOverridden(
  workspace: Workspace,
  file: string,
  overrides: readonly string[],
): Promise<Extract<RoutineReading, { readonly kind: 'routine' }>> {
  const { parseRoutine } = await import('./parse-routine.ts');
  const source = await readSource(workspace, file);
  const { context } = await readContext(workspace);
  const reading = parseRoutine({ ...source, overrides }, context);
  if (reading.kind === 'routine') return reading;
  throw invalidDefinition(file, reading.problems);
}
