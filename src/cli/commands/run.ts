import { warmSupervisor } from '../../app/supervisor-process.ts';
import type { CommandCall } from '../command.ts';

/** Loads its parts in the order in which the agent waits for them. */
export async function runCommand(call: CommandCall): Promise<number> {
  // Before anything is known of the run: the start of its processes takes longer than all the rest.
  const supervisor = warmSupervisor(call.env);
  try {
    const { startNamedRun } = await import('../start-named-run.ts');
    const { workspace, handle } = await startNamedRun(call, supervisor);
    const { stayWithRun } = await import('../stay-with-run.ts');
    return await stayWithRun(call, workspace, handle);
  } finally {
    // It goes away when it was told no run, and does not notice when it was.
    supervisor.dismiss();
  }
}
