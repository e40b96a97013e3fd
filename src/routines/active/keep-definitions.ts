import type { StoredDefinition } from '../../store/definition-ports.ts';
import type { Workspace } from '../../workspace/contract.ts';

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
