import type { Environment } from '../platform/environment.ts';
import { warmSupervisor } from '../runtime/warm-supervisor.ts';
import type { WatchedSupervisor } from './contract.ts';

/** For a command that is about to start a run: it loads its parts while that run is still being decided. */
export function supervisorAhead(env: Environment): WatchedSupervisor {
  return warmSupervisor(env);
}
