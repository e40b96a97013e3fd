/**
 * The one way from a command of a run to what is really started. **Invariant:** everything that runs code of the
 * repository, of the agent or of the routine passes here: condition, collectors that run commands, set-up, agent, checks,
 * and git over what the agent left.
 */
import type { WorktreeRequest } from '../contract.ts';
import type { Command, EnclosedCommand, Purpose } from './contract.ts';

/** As it is, below level `sandbox`. Reads the level that `open` stored. */
export async function enclose(
  _request: WorktreeRequest,
  _purpose: Purpose,
  command: Command,
): Promise<EnclosedCommand> {
  return { ...command, network: null, confinement: 'none' };
}
