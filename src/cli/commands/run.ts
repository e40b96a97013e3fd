import type { RunHandle, Workspace } from '../../app/contract.ts';
import { heldProposals } from '../../app/held-proposals.ts';
import { loadRoutine } from '../../app/load-routine.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { outcomeWords, wentWell } from '../../app/run-outcome.ts';
import { startRun } from '../../app/start-run.ts';
import { warmSupervisor } from '../../app/supervisor-process.ts';
import { shortIdOf } from '../../domain/ids.ts';
import { toRunView } from '../../domain/run-view.ts';
import type { RunView } from '../../domain/run.ts';
import { oneLine } from '../../domain/text.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { openPage } from '../output/page.ts';
import { closingLines } from '../output/run-closing.ts';
import { findingWords, outcomeStyle, tookOf } from '../output/run-columns.ts';
import { writeJson } from '../output/write-json.ts';

export async function runCommand(call: CommandCall): Promise<number> {
  const workspace = await openWorkspace(call);
  // Started before the routine is read: its start-up is the longest part of ours.
  const supervisor = warmSupervisor(call.env);
  const handle = await startNamed(call, workspace, supervisor);
  if (call.options.flag('detach')) return leave(call, workspace, handle);
  const followed = await followRun(handle, {
    ...call,
    verbose: call.options.flag('verbose'),
  });
  if (followed.kind === 'left') {
    // Ctrl-C was an order to stop: that is what the shell is to see.
    if (call.json) await writeCurrent(call, workspace, handle);
    return 1;
  }
  if (call.json) writeJson(call.terminal, followed.run);
  else await writeOutcome(call, workspace, followed.run);
  return wentWell(followed.run) ? 0 : 1;
}

async function startNamed(
  call: CommandCall,
  workspace: Workspace,
  supervisor: ReturnType<typeof warmSupervisor>,
): Promise<RunHandle> {
  try {
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
    return await startRun({ workspace, ...loaded, supervisor });
  } catch (thrown) {
    supervisor.dismiss();
    throw thrown;
  }
}

async function leave(call: CommandCall, workspace: Workspace, handle: RunHandle): Promise<number> {
  if (call.json) {
    await writeCurrent(call, workspace, handle);
    return 0;
  }
  const id = shortIdOf(handle.id);
  const page = openPage(call.terminal);
  page.line(`Started run ${handle.id}. It goes on in the background.`);
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

/** One line on how it went, what was unusual, and where to go from here. */
export async function writeOutcome(
  call: Pick<CommandCall, 'terminal' | 'clock' | 'folder'>,
  workspace: Workspace,
  run: RunView,
): Promise<void> {
  const page = openPage(call.terminal);
  const style = outcomeStyle(run);
  const outcome = oneLine(outcomeWords(run), 500);
  const parts = [
    style === null ? outcome : page.paint(style, outcome),
    tookOf(run, call.clock.now()),
  ];
  const findings = findingWords(run.findings);
  if (findings !== '-') parts.push(`findings: ${findings}`);
  page.line(`${page.paint('strong', run.routine)}  ${parts.join(' · ')}`);
  if (run.failure !== null) {
    page.fields([
      ['failure', run.failure.message],
      ['hint', run.failure.hint],
    ]);
  }
  const held = await heldProposals(workspace, run.id);
  page.fields(closingLines({ run, folder: call.folder, held: held.length }));
}
