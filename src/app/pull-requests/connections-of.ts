import type { Connection } from '../../domain/connection.ts';
import type { Workspace } from '../contract.ts';

/** Of roundsman.yaml, as far as they are active or confirmed. Throws `invalid-definition` where the file is broken. */
export async function connectionsOf(workspace: Workspace): Promise<readonly Connection[]> {
  // Reading YAML is slow to load.
  const { trustedSettings } = await import('../trust/trusted-settings.ts');
  return (await trustedSettings(workspace)).config.connections;
}
