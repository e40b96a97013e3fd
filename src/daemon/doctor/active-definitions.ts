import type { StoredDefinition } from '../../store/definition-ports.ts';
import type { ScheduledRoutine } from '../../words/scheduled-routine.ts';
import type { CheckContext } from './check.ts';

interface ActiveDefinition {
  readonly scheduled: ScheduledRoutine;
  readonly definition: StoredDefinition;
}

/** Whole definitions of the routines that a daemon would start. */
export async function activeDefinitions({
  active,
  workspace,
}: CheckContext): Promise<readonly ActiveDefinition[]> {
  const { routines } = await active();
  const found: ActiveDefinition[] = [];
  for (const scheduled of routines) {
    if (!scheduled.enabled) continue;
    const definition = await workspace.definitions.read(scheduled.definition);
    if (definition !== null) found.push({ scheduled, definition });
  }
  return found;
}
