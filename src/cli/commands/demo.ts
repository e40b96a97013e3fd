import { loadRoutine } from '../../routines/load-routine.ts';
import { buildDemo, DEMO_RUNS, chooseDemoFolder } from '../../runtime/setup/demo/build-demo.ts';
import { startAdmitted, startRun } from '../../runtime/start-run.ts';
import { manualSpec } from '../../scheduler/build-run-spec.ts';
import { wentWell } from '../../words/run-outcome.ts';
import type { RunView } from '../../words/run.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import type { CommandCall } from '../command.ts';
import { followRun } from '../follow-run.ts';
import { openPage } from '../output/page.ts';
import { shortPath, writeOutcome } from '../output/run-closing.ts';
import { writeJson } from '../output/write-json.ts';

/** What a newcomer may do after the demo: three commands that can be pasted. Pure. */
interface Tour {
  /** Whether the branch of small-fixes waits. */
  readonly fix: boolean;
  /** Where the demo is, as one would name it from where one stands. */
  readonly place: string;
  /**
   * A user who came by npx has no `roundsman` on the PATH, and inside the demo npx would look for one in the
   * registry: every command is called from the user's current folder.
   */
  readonly byNpx: boolean;
}

interface TourLines {
  readonly lead: string;
  readonly steps: readonly [command: string, what: string][];
}

export function tourLines({ place, fix, byNpx }: Tour): TourLines {
  const program = byNpx ? `npx roundsman -C ${place}` : 'roundsman';
  return {
    lead: byNpx ? 'Look around, from here:' : `Look around: cd ${place}`,
    steps: [
      ...landSteps(program, fix),
      [`  ${program} show feed-check --log`, 'see why a run failed'],
      [`  ${program} morning`, 'decide on the rest'],
    ],
  };
}

function landSteps(program: string, fix: boolean): readonly [command: string, what: string][] {
  return fix ? [[`  ${program} land small-fixes`, 'merge a small fix']] : [];
}

const DAY_MS = 86_400_000;

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
  if (built === 'built' && !(await runEarlierDigest(call, workspace))) return 1;
  const runs: RunView[] = [];
  for (const { routine } of DEMO_RUNS) {
    terminal.err(`\nRunning ${routine}, in a worktree of its own:\n`);
    const run = await runOne(call, workspace, routine);
    if (run === null) return 1;
    runs.push(run);
    if (!json) await writeOutcome(call, workspace, run);
  }
  const asMeant = runs.every((run, at) => wentWell(run) !== DEMO_RUNS[at]?.fails);
  if (json) writeJson(terminal, { folder, built: built === 'built', run: runs[0], runs });
  else if (asMeant) writeTour(call, folder, runs);
  return asMeant ? 0 : 1;
}

/** Of the tickets until yesterday, so that tonight's digest can tell what grew. False when it did not go well. */
async function runEarlierDigest(call: CommandCall, workspace: Workspace): Promise<boolean> {
  call.terminal.err(`\nRunning ticket-digest, as of the day before yesterday:\n`);
  const today = call.clock.now().toISOString().slice(0, 10);
  const until = new Date(Date.parse(`${today}T00:00:00Z`) - DAY_MS);
  const clock = { ...call.clock, now: () => until };
  const loaded = await loadRoutine(workspace, { id: 'ticket-digest', overrides: [] });
  const handle = await startAdmitted({ workspace }, async () => ({
    spec: await manualSpec({ workspace: { ...workspace, clock }, ...loaded }),
  }));
  const run = await follow(call, handle);
  return run !== null && wentWell(run);
}

/** `null` when the person left it to end by itself. */
async function runOne(
  call: CommandCall,
  workspace: Workspace,
  id: string,
): Promise<RunView | null> {
  const loaded = await loadRoutine(workspace, { id, overrides: [] });
  return follow(call, await startRun({ workspace, ...loaded }));
}

async function follow(call: CommandCall, handle: RunHandle): Promise<RunView | null> {
  const { terminal, clock } = call;
  const verbose = call.options.flag('verbose');
  const followed = await followRun(handle, { terminal, clock, verbose });
  return followed.kind === 'left' ? null : followed.run;
}

function writeTour(call: CommandCall, folder: string, runs: readonly RunView[]): void {
  const page = openPage(call.terminal);
  const place = shortPath(folder, call.standing);
  const fix = runs.some(({ routine, branch }) => routine === 'small-fixes' && branch !== null);
  const byNpx = call.env['npm_command'] === 'exec';
  const { lead, steps } = tourLines({ place, fix, byNpx });
  page.line();
  page.line(lead);
  page.fields(steps);
}
