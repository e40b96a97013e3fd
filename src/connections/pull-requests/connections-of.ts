import type { Connection } from '../../words/connection.ts';
import type { Workspace } from '../../workspace/contract.ts';

/** Of roundsman.yaml, as far as they are active or confirmed. Throws `invalid-definition` where the file is broken. */
export async function connectionsOf(workspace: Workspace): Promise<readonly Connection[]> {
  // Reading YAML is slow to load.
  const { trustedSettings } = await import('../../routines/trust/trusted-settings.ts');
  return (await trustedSettings(workspace)).config.connections;
}
