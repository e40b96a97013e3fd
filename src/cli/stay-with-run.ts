/** What `run` does once the run is on its way: nothing here is loaded before that. */
import { shortIdOf } from '../words/ids.ts';
import { exitCodeOfRun } from '../words/run-outcome.ts';
import { toRunView } from '../words/run-view.ts';
import type { RunHandle, Workspace } from '../workspace/contract.ts';
import type { CommandCall } from './command.ts';
import { followRun } from './follow-run.ts';
import { openPage } from './output/page.ts';
import { writeOutcome } from './output/run-closing.ts';
import { writeJson } from './output/write-json.ts';

/** Gives the exit code. */
export async function stayWithRun(
  call: CommandCall,
  workspace: Workspace,
  handle: RunHandle,
): Promise<number> {
  if (call.options.flag('detach')) return leave(call, workspace, handle);
  const followed = await followRun(handle, { ...call, verbose: call.options.flag('verbose') });
  if (followed.kind === 'left') {
    // Ctrl-C was an order to stop: that is what the shell is to see.
    if (call.json) await writeCurrent(call, workspace, handle);
    return 1;
  }
  if (call.json) writeJson(call.terminal, followed.run);
  else await writeOutcome(call, workspace, followed.run);
  return exitCodeOfRun(followed.run);
}

async function leave(call: CommandCall, workspace: Workspace, handle: RunHandle): Promise<number> {
  if (call.json) {
    await writeCurrent(call, workspace, handle);
    return 0;
  }
  const id = shortIdOf(handle.id);
  const page = openPage(call.terminal);
  page.line(`Started run ${handle.id}. It continues in the background.`);
  page.line(`Watch it: roundsman logs ${id} -f   how it went: roundsman show ${id}`);
  return 0;
}

async function writeCurrent(
  call: CommandCall,
  workspace: Workspace,
  handle: RunHandle,
): Promise<void> {
  const run = await workspace.runs.read(handle.id);
  writeJson(call.terminal, run === null ? { id: handle.id } : toRunView(run));
}
