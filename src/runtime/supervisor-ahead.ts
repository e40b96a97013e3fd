import type { Environment } from '../platform/environment.ts';
import type { WatchedSupervisor } from '../workspace/contract.ts';
import { warmSupervisor } from './warm-supervisor.ts';

/** For a command that is about to start a run: it loads its parts while that run is still being decided. */
export function supervisorAhead(env: Environment): WatchedSupervisor {
  return warmSupervisor(env);
}
