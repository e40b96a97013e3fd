import type { Routine } from '../words/routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { invalidDefinition, readCatalog, readContext, readSource } from './definitions.ts';
import { findEntry } from './find-routine.ts';

export interface ResolvedRoutine {
  readonly id: string;
  /** A routine file with every value and, behind each, where it came from. */
  readonly text: string;
  readonly routine: Routine;
}

/** Throws `not-found`, or `invalid-definition` with the problems. */
export async function resolveRoutine(workspace: Workspace, id: string): Promise<ResolvedRoutine> {
  const [{ resolveRoutineText }, { parseRoutine }] = await Promise.all([
    import('./resolve-routine-text.ts'),
    import('./parse-routine.ts'),
  ]);
  const { file } = findEntry(await readCatalog(workspace), id);
  const source = await readSource(workspace, file);
  const { context } = await readContext(workspace);
  const resolved = resolveRoutineText(source, context);
  const reading = parseRoutine(source, context);
  if (resolved.kind === 'problems') throw invalidDefinition(file, resolved.problems);
  if (reading.kind === 'problems') throw invalidDefinition(file, reading.problems);
  return { id, text: resolved.text, routine: reading.routine };
}
