import type { Workspace } from '../../app/contract.ts';
import { alreadyRunning, findDaemon } from '../../app/daemon/daemon-lock.ts';
import { fileLog, terminalLog, type DaemonLog } from '../../app/daemon/daemon-log.ts';
import { detachDaemon } from '../../app/daemon/detach-daemon.ts';
import { runDaemon } from '../../app/daemon/run-daemon.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { makeFolder } from '../../platform/files.ts';
import { onSignals } from '../../platform/signals.ts';
import { workspacePaths } from '../../store/state-paths.ts';
import type { CommandCall } from '../command.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';
import { usageFailure } from '../usage-error.ts';

export async function startCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  const there = await findDaemon(workspace.location.stateDir);
  if (there !== null) throw alreadyRunning(there.process, there.since);
  if (call.options.flag('detach')) return detach(call, workspace);
  const stop = new AbortController();
  const end = (): void => stop.abort();
  const unlisten = onSignals({ SIGTERM: end, SIGINT: end, SIGHUP: () => undefined });
  try {
    await runDaemon({
      workspace,
      log: await openLog(call, workspace),
      stop: stop.signal,
      listen: async (request) =>
        (await import('../../web/hooks/start-hook-listener.ts')).startHookListener(request),
    });
  } finally {
    unlisten();
  }
  return 0;
}

async function detach(call: CommandCall, workspace: Workspace): Promise<number> {
  const { process, since } = await detachDaemon(workspace);
  if (call.json) {
    writeJson(call.terminal, { running: true, pid: process.pid, since });
    return 0;
  }
  const page = openPage(call.terminal);
  page.line(`The daemon runs in the background: process ${process.pid}.`);
  page.line('See what it does: roundsman status   End it: roundsman stop');
  return 0;
}

async function openLog(call: CommandCall, { location }: Workspace): Promise<DaemonLog> {
  const where = call.options.text('log') ?? 'terminal';
  if (where === 'terminal') return terminalLog((line) => call.terminal.err(line), call.clock);
  if (where !== 'file') {
    throw usageFailure(
      `--log "${where}" is neither terminal nor file`,
      'Write --log file for daemon.log in the state folder.',
    );
  }
  await makeFolder(location.stateDir, 0o700);
  return fileLog(workspacePaths(location.stateDir).daemonLog, call.clock);
}
