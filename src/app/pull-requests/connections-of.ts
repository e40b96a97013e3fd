import type { Connection } from '../../domain/connection.ts';
import type { Workspace } from '../contract.ts';

/** Of the working tree's roundsman.yaml. Throws `invalid-definition` where that is broken. */
export async function connectionsOf(workspace: Workspace): Promise<readonly Connection[]> {
  // Reading YAML is slow to load.
  const { invalidDefinition, readCatalog } = await import('../definitions.ts');
  const { workspace: config, workspaceProblems } = await readCatalog(workspace);
  if (workspaceProblems.length > 0) throw invalidDefinition('roundsman.yaml', workspaceProblems);
  return config.connections;
}
