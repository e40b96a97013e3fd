/** What the daemon in the background did: the end of its log, or all that comes. */
import { formatLogEntry, readDaemonLog } from '../../daemon/daemon-log.ts';
import { onInterrupt } from '../../platform/terminal.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { stripControls } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import type { CommandCall } from '../command.ts';
import { writeJson } from '../output/write-json.ts';

const SHOWN = 40;
const LOOK_EVERY_MS = 500;

export async function logsOfDaemon(call: CommandCall, workspace: Workspace): Promise<number> {
  const { terminal, options } = call;
  const { stateDir } = workspace.location;
  const { entries, next } = await readDaemonLog(stateDir, 0);
  if (call.json) {
    writeJson(terminal, entries);
    return 0;
  }
  const follow = options.flag('follow');
  if (entries.length === 0 && !follow) {
    terminal.err(
      'No daemon has run in the background here: roundsman start --detach. In the foreground it prints what it does.\n',
    );
    return 0;
  }
  const left = entries.length - SHOWN;
  if (left > 0)
    terminal.err(`note: ${left} earlier lines are in ${machinePaths(stateDir).daemonLog}\n`);
  for (const entry of entries.slice(-SHOWN))
    terminal.out(`${stripControls(formatLogEntry(entry))}\n`);
  if (follow) await followDaemon(call, workspace, next);
  return 0;
}

/** Until Ctrl-C. */
async function followDaemon(
  { terminal }: CommandCall,
  { location, clock }: Workspace,
  from: number,
): Promise<void> {
  const stop = new AbortController();
  const unlisten = onInterrupt(() => stop.abort());
  let at = from;
  while (!stop.signal.aborted) {
    await clock.sleep(LOOK_EVERY_MS, stop.signal);
    const { entries, next } = await readDaemonLog(location.stateDir, at);
    at = next;
    for (const entry of entries) terminal.out(`${stripControls(formatLogEntry(entry))}\n`);
  }
  unlisten();
}
