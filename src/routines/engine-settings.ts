import type { EngineSettings } from '../words/engine-settings.ts';
import { AppError } from '../words/errors.ts';
import type { EngineId } from '../words/routine.ts';
import type { Workspace } from '../workspace/contract.ts';
import { trustedSettings } from './trust/trusted-settings.ts';

/**
 * What roundsman.yaml says of engines, as far as it is active or confirmed, as a part of a request to look for one; empty
 * where it says nothing, or is broken.
 */
export async function settingsOfEngines(
  workspace: Workspace,
): Promise<(engine: EngineId) => { readonly settings?: EngineSettings }> {
  const engines = await enginesOf(workspace);
  return (engine) => {
    const settings = engines[engine];
    return settings === undefined ? {} : { settings };
  };
}

async function enginesOf(
  workspace: Workspace,
): Promise<Readonly<Partial<Record<EngineId, EngineSettings>>>> {
  try {
    return (await trustedSettings(workspace)).config.engines;
  } catch (thrown) {
    if (thrown instanceof AppError && thrown.code === 'invalid-definition') return {};
    throw thrown;
  }
}
