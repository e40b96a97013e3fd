import { relative } from 'node:path';

import type { StoredDefinition } from '../store/definition-ports.ts';
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

/** Written at once; each is synced, and waiting for the disk is most of it. */
const AT_ONCE = 32;

export async function keepDefinitions(
  { definitions }: Workspace,
  kept: readonly StoredDefinition[],
): Promise<void> {
  for (let index = 0; index < kept.length; index += AT_ONCE) {
    await Promise.all(kept.slice(index, index + AT_ONCE).map((one) => definitions.put(one)));
  }
}
