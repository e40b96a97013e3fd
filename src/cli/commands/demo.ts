import { loadRoutine } from '../../routines/load-routine.ts';
import { buildDemo, DEMO_ROUTINES } from '../../runtime/setup/demo/build-demo.ts';
import { chooseDemoFolder } from '../../runtime/setup/demo/choose-folder.ts';
import { startRun } from '../../runtime/start-run.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { tourLines } from '../output/demo-tour.ts';
import { openPage } from '../output/page.ts';
import { shortPath } from '../output/run-closing.ts';
import { writeJson } from '../output/write-json.ts';
import { writeOutcome } from '../output/write-outcome.ts';

export async function demoCommand(call: CommandCall): Promise<number> {
  const { terminal, env, actor, clock, json } = call;
  const { folder, kept } = await chooseDemoFolder({
    folder: call.folder,
    named: call.words[0] ?? null,
    env,
  });
  if (kept !== null) {
    terminal.err(
      `note: ${kept} is a repository of yours, where a new folder would show up; the demo lives elsewhere\n`,
    );
  }
  const built = await buildDemo({ folder, env, actor, clock, fresh: call.options.flag('fresh') });
  terminal.err(
    built === 'built'
      ? `Built a repository with 40 commits of 14 months in ${folder}\n`
      : `The demo in ${folder} is there already: this is another night on it\n`,
  );
  const workspace = await openWorkspace({ folder, env, actor, clock });
  const runs: RunView[] = [];
  for (const id of DEMO_ROUTINES) {
    terminal.err(`\nRunning ${id}, in a worktree of its own:\n`);
    const run = await runOne(call, workspace, id);
    if (run === null) return 1;
    runs.push(run);
    if (!json) await writeOutcome(call, workspace, run);
  }
  const well = runs.every((run) => wentWell(run));
  if (json) writeJson(terminal, { folder, built: built === 'built', run: runs[0], runs });
  else if (well) writeTour(call, folder, runs);
  return well ? 0 : 1;
}

/** `null` when the person left it to end by itself. */
async function runOne(
  call: CommandCall,
  workspace: Workspace,
  id: string,
): Promise<RunView | null> {
  const { terminal, clock } = call;
  const loaded = await loadRoutine(workspace, { id, overrides: [] });
  const handle = await startRun({ workspace, ...loaded });
  const verbose = call.options.flag('verbose');
  const followed = await followRun(handle, { terminal, clock, verbose });
  return followed.kind === 'left' ? null : followed.run;
}

function writeTour(call: CommandCall, folder: string, runs: readonly RunView[]): void {
  const page = openPage(call.terminal);
  const place = shortPath(folder, call.standing);
  const byNpx = call.env['npm_command'] === 'exec';
  const { lead, steps } = tourLines({
    place,
    branches: runs.flatMap(({ branch }) => branch ?? []),
    byNpx,
  });
  page.line();
  page.line(lead);
  page.fields(steps);
}
