import { fileLog, terminalLog, type DaemonLog } from '../../daemon/daemon-log.ts';
import { detachDaemon } from '../../daemon/detach-daemon.ts';
import { growSparingly } from '../../platform/grow-sparingly.ts';
import { onSignals } from '../../platform/signals.ts';
import { alreadyRunning, findDaemon } from '../../scheduler/daemon/daemon-lock.ts';
import { AppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { lookBeforeStart } from '../look-before-start.ts';
import { openPage } from '../output/page.ts';
import { writeJson } from '../output/write-json.ts';

export async function startCommand(call: CommandCall): Promise<number> {
  const toFile = logsToFile(call);
  const workspace = await openWorkspace(call);
  const there = await findDaemon(workspace.location.stateDir);
  if (there !== null) throw alreadyRunning(there.process, there.since);
  await lookBeforeStart(call, workspace);
  if (call.options.flag('detach')) return detach(call, workspace);
  await stay(workspace, toFile ? await fileLog(workspace) : terminalOf(call));
  if (call.json) writeJson(call.terminal, { running: false });
  return 0;
}

/** Until Ctrl-C, SIGTERM or `stop`. */
async function stay(workspace: Workspace, log: DaemonLog): Promise<void> {
  growSparingly();
  const { runDaemon } = await import('../../daemon/run-daemon.ts');
  const stop = new AbortController();
  const end = (): void => stop.abort();
  // A closed terminal ends nothing: a daemon is to be there in the night.
  const unlisten = onSignals({ SIGTERM: end, SIGINT: end, SIGHUP: () => undefined });
  try {
    await runDaemon({
      workspace,
      log,
      stop: stop.signal,
      listen: async (request) =>
        (await import('../../scheduler/hooks/start-hook-listener.ts')).startHookListener(request),
      openPage: async (parts) => (await import('../../page/start-page.ts')).startPage(parts),
    });
  } finally {
    unlisten();
  }
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

function terminalOf({ terminal, clock }: CommandCall): DaemonLog {
  return terminalLog((line) => terminal.err(line), clock);
}

function logsToFile({ options }: CommandCall): boolean {
  const where = options.text('log') ?? 'terminal';
  if (where === 'terminal' || where === 'file') return where === 'file';
  throw new AppError('usage', {
    code: 'usage',
    message: `--log takes "terminal" or "file", not "${oneLine(where, 60)}"`,
    hint: '`--log file` writes to daemon.log in the state folder.',
  });
}
