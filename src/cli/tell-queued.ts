import { isPlanned, pokeDaemon } from '../scheduler/ask-daemon.ts';
import { toSlotView } from '../scheduler/slot-view.ts';
import { plural } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { openPage } from './output/page.ts';
import { writeJson } from './output/write-json.ts';
import type { NamedRun } from './start-named-run.ts';

/** What `run --queue` came to. Gives the exit code. */
export async function tellQueued(
  call: CommandCall,
  { workspace, record }: Extract<NamedRun, { readonly kind: 'queued' }>,
): Promise<number> {
  if (call.json) {
    const daemon = await notifyDaemon(call, workspace, 1);
    writeJson(call.terminal, { ...toSlotView(record), daemon });
    return 0;
  }
  openPage(call.terminal).line(
    `Queued a run of ${record.routine}. See its turn come: roundsman slots ${record.routine}`,
  );
  await notifyDaemon(call, workspace, 1);
  return 0;
}

// After slots were recorded: a daemon looks at once; without one they wait, and the person is told.

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
