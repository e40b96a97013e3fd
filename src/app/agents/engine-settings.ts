import type { EngineSettings } from '../../domain/engine-settings.ts';
import type { EngineId } from '../../domain/routine.ts';
import type { Workspace } from '../contract.ts';
import { readContext } from '../definitions.ts';

/** What roundsman.yaml says of engines, as a part of a request to look for one; empty where it says nothing. */
export async function settingsOfEngines(
  workspace: Workspace,
): Promise<(engine: EngineId) => { readonly settings?: EngineSettings }> {
  const { context } = await readContext(workspace);
  return (engine) => {
    const settings = context.workspace.engines[engine];
    return settings === undefined ? {} : { settings };
  };
}
