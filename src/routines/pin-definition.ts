import { relative } from 'node:path';

import type { Workspace } from '../workspace/contract.ts';
import type { LoadedRoutine } from './load-routine.ts';

/** Keeps a definition by its hash, so that any process can create the run of a slot. Safe to repeat. */
export async function pinDefinition(
  { definitions, location }: Pick<Workspace, 'definitions' | 'location'>,
  { routine, definition, settings }: Pick<LoadedRoutine, 'routine' | 'definition' | 'settings'>,
): Promise<void> {
  const file = relative(location.root, definition.path);
  await definitions.put({ hash: definition.hash, routine, file, settings });
}
