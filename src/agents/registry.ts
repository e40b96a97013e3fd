/** The engines there are. One line here and one folder beside this file make a new one. */
import type { EngineId } from '../domain/routine.ts';
import { builtinEngine } from './builtin/index.ts';
import { commandEngine } from './command/index.ts';
import type { Engine, Preflight, PreflightRequest } from './contract.ts';

const ENGINES: Readonly<Record<EngineId, Engine>> = {
  builtin: builtinEngine,
  command: commandEngine,
};

export function findEngine(id: EngineId): Engine {
  return ENGINES[id];
}

export interface EngineReadiness {
  readonly id: EngineId;
  readonly preflight: Preflight;
}

/** Every engine with whether it could start here; `agent` gives `command` its program. */
export async function listEngines(request: PreflightRequest): Promise<readonly EngineReadiness[]> {
  return Promise.all(
    Object.values(ENGINES).map(async (engine) => ({
      id: engine.id,
      preflight: await engine.preflight(request),
    })),
  );
}
