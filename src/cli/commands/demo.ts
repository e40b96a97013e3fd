import { relative } from 'node:path';

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
import { openPage } from '../output/page.ts';
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
    await writeOutcome({ terminal, clock, folder: call.folder }, workspace, run);
    if (wentWell(run)) writeTour(call, folder, run);
  }
  return wentWell(run) ? 0 : 1;
}

/** What a newcomer may look at, each a command that can be pasted. */
function writeTour(call: CommandCall, folder: string, run: RunView): void {
  const page = openPage(call.terminal);
  const short = relative(call.folder, folder);
  const place = short.startsWith('..') ? folder : short;
  const branch = run.branch;
  page.line();
  page.line(`Look around: cd ${place}`);
  const program = calledName(call.env);
  page.fields([
    [`  ${program} reports show`, 'the report'],
    ...(branch === null ? [] : [[`  git show ${branch}`, 'what the run changed'] as const]),
    [`  ${program} findings`, 'what it found, known again in later runs'],
    [`  ${program} outbox`, 'what it proposes and you decide'],
    [`  ${program} run todo-sweep`, 'another night: nothing new, one quiet line'],
  ]);
}

/** As the newcomer can call it: somebody who came by npx has no `roundsman` on the PATH yet. */
function calledName(env: CommandCall['env']): string {
  return env['npm_command'] === 'exec' ? 'npx roundsman' : 'roundsman';
}
