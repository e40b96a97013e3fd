import { type DaemonLog, fileLog, terminalLog } from '../../daemon/daemon-log.ts';
import { detachDaemon } from '../../daemon/detach-daemon.ts';
import { doChore } from '../../daemon/do-chore.ts';
import type { Diagnosis } from '../../daemon/doctor/run-doctor.ts';
import { isRecord } from '../../platform/json.ts';
import { growSparingly } from '../../platform/shed-memory.ts';
import { onSignals } from '../../platform/terminal.ts';
import { alreadyRunning, findDaemon } from '../../scheduler/ask-daemon.ts';
import { AppError, asAppError } from '../../words/errors.ts';
import { oneLine } from '../../words/text.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { canAsk } from '../confirm.ts';
import { openPage } from '../output/page.ts';
import { paintFor } from '../output/style.ts';
import { writeJson } from '../output/write-json.ts';

// What a person is told before the daemon goes to work: what would make nights fail, and what it will not run.

/** Without these a daemon cannot do anything at all. */
const ESSENTIAL: ReadonlySet<string> = new Set(['git', 'node', 'state-folder', 'locks']);

const SHOWN = 10;

/** Throws `missing` when something essential is not there; anything else is told, and the daemon starts all the same. */
async function lookBeforeStart(call: CommandCall, workspace: Workspace): Promise<void> {
  if (!call.options.flag('doctor')) return;
  const { env, location } = workspace;
  const diagnosis = await doChore({ name: 'doctor', folder: location.root, env });
  if (!isDiagnosis(diagnosis)) return;
  const essential = diagnosis.checks.find(({ name, ok }) => ok === 'no' && ESSENTIAL.has(name));
  if (essential !== undefined) {
    throw new AppError('missing', {
      code: `not-ready-${essential.name}`,
      message: `the daemon cannot work here: ${essential.name}: ${essential.detail}`,
      hint: essential.hint,
    });
  }
  if (call.json) return;
  tellDiagnosis(call, diagnosis);
  await offerLocal(call, workspace);
}

function tellDiagnosis({ terminal }: CommandCall, { ready, checks }: Diagnosis): void {
  const paint = paintFor(terminal.colour && terminal.errIsTerminal);
  for (const { name, ok, detail, hint } of checks) {
    // What is active is told below.
    if (ok === 'yes' || (ok === 'warn' && name === 'definitions')) continue;
    const mark = ok === 'no' ? paint('bad', 'not ready:') : paint('warn', 'note:');
    terminal.err(`${mark} ${name}: ${detail}${hint === '' ? '' : `\n      ${hint}`}\n`);
  }
  if (!ready) terminal.err('The daemon starts all the same. Look again: roundsman doctor\n');
}

/** What stands in the working tree only does not run: named, and on a terminal offered. */
async function offerLocal(call: CommandCall, workspace: Workspace): Promise<void> {
  const { readActiveRoutines } = await import('../../routines/active-routines.ts');
  const { local } = await readActiveRoutines(workspace);
  if (local.length === 0) return;
  const names = local.slice(0, SHOWN).map(({ id, kind }) => `${id} (${kind})`);
  const rest = local.length - names.length;
  const more = rest > 0 ? `, and ${rest} more` : '';
  call.terminal.err(`local, not active: ${names.join(', ')}${more}\n`);
  if (!canAsk(call.terminal)) {
    call.terminal.err(
      '      Look at what they may run, and make them active: roundsman enable --all\n',
    );
    return;
  }
  const { enableCommand } = await import('./enable.ts');
  const options = { flag: (name: string) => name === 'all', text: () => null, list: () => [] };
  try {
    await enableCommand({ ...call, words: [], options });
  } catch (thrown) {
    call.terminal.err(`note: ${asAppError(thrown).message}; the daemon starts without them\n`);
  }
}

function isDiagnosis(value: unknown): value is Diagnosis {
  return isRecord(value) && Array.isArray(value['checks']);
}

export async function startCommand(call: CommandCall): Promise<number> {
  const toFile = logsToFile(call);
  const workspace = await openWorkspace(call);
  const there = await findDaemon(workspace.location.stateDir);
  if (there !== null) {
    if (!call.options.flag('restart')) throw alreadyRunning(there.process, there.since);
    const { stopDaemon } = await import('../../daemon/stop-daemon.ts');
    await stopDaemon(workspace);
  }
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
