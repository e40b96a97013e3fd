/** After slots were recorded: a daemon looks at once; without one they wait, and the person is told. */
import { pokeDaemon } from '../scheduler/daemon/poke.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';

/** True when a daemon took notice. */
export async function notifyDaemon(
  call: CommandCall,
  workspace: Workspace,
  count: number,
): Promise<boolean> {
  if (count === 0) return true;
  const woken = (await pokeDaemon(workspace)) === 'woken';
  // The one that plans elsewhere looks at slots by itself.
  const planner = woken ? null : ((await workspace.dispatch?.planner.who()) ?? null);
  if (!woken && planner === null && !call.json) {
    const wait = count === 1 ? 'it waits' : `${plural(count, 'slot')} wait`;
    call.terminal.err(`note: no daemon runs here, so ${wait} until one does: roundsman start\n`);
  }
  return woken;
}
