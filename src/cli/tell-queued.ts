import { toSlotView } from '../scheduler/slot-view.ts';
import type { CommandCall } from './command.ts';
import { notifyDaemon } from './notify-daemon.ts';
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
