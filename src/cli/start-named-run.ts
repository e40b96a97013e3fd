/** From the words of `run` to a run that is on its way. */
import type { RunHandle, WarmSupervisor, Workspace } from '../app/contract.ts';
import { loadRoutine } from '../app/load-routine.ts';
import { openWorkspace } from '../app/open-workspace.ts';
import { startRun } from '../app/start-run.ts';
import type { CommandCall } from './command.ts';

export interface StartedRun {
  readonly workspace: Workspace;
  readonly handle: RunHandle;
}

export async function startNamedRun(
  call: CommandCall,
  supervisor: WarmSupervisor,
): Promise<StartedRun> {
  const workspace = await openWorkspace(call);
  const loaded = await loadRoutine(workspace, {
    id: call.words[0] ?? '',
    overrides: call.options.list('set'),
  });
  const { routine } = loaded;
  if (!routine.enabled && !call.json) {
    call.terminal.err(
      `note: ${routine.id} is \`enabled: false\`; run by hand it runs all the same\n`,
    );
  }
  return { workspace, handle: await startRun({ workspace, ...loaded, supervisor }) };
}
