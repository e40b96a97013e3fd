import { buildDemo } from '../../app/demo/build-demo.ts';
import { chooseDemoFolder } from '../../app/demo/choose-folder.ts';
import { FIRST_ROUTINE } from '../../app/init-workspace.ts';
import { loadRoutine } from '../../app/load-routine.ts';
import { openWorkspace } from '../../app/open-workspace.ts';
import { wentWell } from '../../app/run-outcome.ts';
import { startRun } from '../../app/start-run.ts';
import type { RunView } from '../../domain/run.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { tourLines } from '../output/demo-tour.ts';
import { openPage } from '../output/page.ts';
import { shortPath } from '../output/run-closing.ts';
import { writeJson } from '../output/write-json.ts';
import { writeOutcome } from '../output/write-outcome.ts';

export async function demoCommand(call: CommandCall): Promise<number> {
  const { terminal, env, clock, json } = call;
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
  const built = await buildDemo({ folder, env, clock, fresh: call.options.flag('fresh') });
  terminal.err(
    built === 'built'
      ? `Built a repository with 40 commits of 14 months in ${folder}\n`
      : `The demo in ${folder} is there already: this is another night on it\n`,
  );
  terminal.err(`Running its routine ${FIRST_ROUTINE}, in a worktree of its own:\n`);
  const workspace = await openWorkspace({ folder, env, clock });
  const loaded = await loadRoutine(workspace, { id: FIRST_ROUTINE, overrides: [] });
  const handle = await startRun({ workspace, ...loaded });
  const followed = await followRun(handle, {
    terminal,
    clock,
    verbose: call.options.flag('verbose'),
  });
  if (followed.kind === 'left') return 1;
  const { run } = followed;
  if (json) {
    writeJson(terminal, { folder, built: built === 'built', run });
  } else {
    await writeOutcome(call, workspace, run);
    if (wentWell(run)) writeTour(call, folder, run);
  }
  return wentWell(run) ? 0 : 1;
}

function writeTour(call: CommandCall, folder: string, run: RunView): void {
  const page = openPage(call.terminal);
  const place = shortPath(folder, call.standing);
  const byNpx = call.env['npm_command'] === 'exec';
  const { lead, steps } = tourLines({ place, branch: run.branch, byNpx });
  page.line();
  page.line(lead);
  page.fields(steps);
}
