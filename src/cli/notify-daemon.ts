/** After slots were recorded: a daemon looks at once; without one they wait, and the person is told. */
import { isPlanned, pokeDaemon } from '../scheduler/daemon/ask-daemon.ts';
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
  if (!woken && !call.json && !(await isPlanned(workspace))) {
    const wait = count === 1 ? 'it waits' : `${plural(count, 'slot')} wait`;
    call.terminal.err(`note: no daemon runs here, so ${wait} until one does: roundsman start\n`);
  }
  return woken;
}
