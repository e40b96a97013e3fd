/**
 * A repository of its own whose processes die where a plan says. The agent is a shell that leaves one line of each of
 * its executions outside, a commit, a file that it did not commit, a report, a finding and a proposal.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { systemClock } from '../../src/platform/clock.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { loadRoutine } from '../../src/routines/load-routine.ts';
import { finishOrphanedRuns } from '../../src/runtime/finish-orphaned-runs.ts';
import { sortUnfinished } from '../../src/runtime/live-runs.ts';
import { admitByHand } from '../../src/runtime/start-run.ts';
import { warmSupervisor } from '../../src/runtime/warm-supervisor.ts';
import { manualSpec } from '../../src/scheduler/build-run-spec.ts';
import { runPaths } from '../../src/store/run-folder/run-paths.ts';
import type { RunId } from '../../src/words/ids.ts';
import { PROBE_POINTS, type ProbePoint } from '../../src/words/step-probe.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { compiledCode } from './compiled-code.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from './git-repo.ts';
import { probedProgram } from './probed-programs.ts';
import { snapshotRepository, type RepositorySnapshot } from './repository-snapshot.ts';
import { makeSpares } from './spares.ts';

/** For what hangs: beside other tests a machine with two cores needs half a minute for some of it. */
const PATIENCE_MS = 150_000;

export interface CrashWorld {
  readonly workspace: Workspace;
  readonly repo: GitRepo;
  /** A folder. All processes that are started here name it in their environment. */
  readonly plan: string;
  readonly before: RepositorySnapshot;
  /** From now on one process dies at each of these, so long after it came to it. */
  killAt(points: readonly ProbePoint[], delayMs?: () => number): void;
  /** One process stops there (SIGSTOP) until it is told to continue. */
  stopAt(point: ProbePoint): void;
  /** Process ids. */
  stopped(): readonly number[];
  /** Points of the plan that nobody has come to. */
  waiting(): readonly ProbePoint[];
  /** Where processes died, in the order in which they did. */
  killed(): readonly ProbePoint[];
  /** In the order in which they were come to. */
  reached(): readonly ProbePoint[];
  /** How often the agent of the run was started. */
  executions(id: RunId): number;
  /** Admits a run, gives it a supervisor, and does not wait for its end. Whoever admitted it is gone. */
  launch(): Promise<RunId>;
  /** What the next command does, as often as it is needed; resolves when the run has ended. */
  untilEnded(id: RunId): Promise<void>;
  /** A process of one of the programs of fixtures/probed/. */
  start(program: 'daemon' | 'command', ...args: readonly string[]): ChildProcess;
}

/**
 * To be copied for each world. Everything that a run can leave, by an agent that costs one shell.
 * @param agent further lines of `agent`
 */
export function crashTemplate(isolation = 'private', agent: readonly string[] = []): GitRepo {
  const script = [
    'echo x >> "$ROUNDSMAN_OUT/executions"; echo "$ROUNDSMAN_RUN" >> "$CRASH_PLAN/executions"',
    'echo committed > committed.txt; git add committed.txt; git commit --quiet -m "Add a file"',
    'echo left > left.txt',
    `key=$(grep -o 'RM-[0-9]*' "$ROUNDSMAN_BRIEF/brief.json" | head -n 1)`,
    'cd "$ROUNDSMAN_OUT"',
    String.raw`printf '## Summary\n\nDone.\n\n## Findings\n\nOne.\n' > report.md`,
    `echo '{"title":"The sky is blue","severity":"low","path":"README.md","line":1}' > findings.jsonl`,
    String.raw`echo "{\"type\":\"file-item\",\"key\":\"$key\",\"title\":\"Paint it\",\"body\":\"Blue.\",\"findings\":[]}" > proposals.jsonl`,
  ].join('\n');
  const routine = [
    'on: manual',
    'agent:',
    '  engine: command',
    `  command: ${JSON.stringify(['/bin/sh', '-c', script])}`,
    '  prompt: Do all that an agent can do.',
    ...agent.map((line) => `  ${line}`),
    `workspace: { isolation: ${isolation}, checks: ["true"] }`,
    'permissions: { env: [CRASH_PLAN] }',
    'outputs: { mode: auto, file-item: { tracker: local, max: 1 } }',
    '',
  ].join('\n');
  return gitRepo({ 'README.md': '# Small\n', 'routines/busy.yaml': routine });
}

/** @param extra variables for all of its processes */
export async function crashWorld(
  template: GitRepo,
  extra: Readonly<Record<string, string>> = {},
): Promise<CrashWorld> {
  const folder = temporaryFolder('rm-crash-');
  const root = join(folder, 'repo');
  cpSync(template.path, root, { recursive: true });
  const plan = join(folder, 'plan');
  mkdirSync(plan);
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    ROUNDSMAN_STATE_DIR: join(folder, 'state'),
    TZ: 'UTC',
    ...compiledCode(),
    CRASH_PLAN: plan,
    ...extra,
  };
  const programs = { supervisor: probedProgram('supervisor'), worker: probedProgram('worker') };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: root,
    env,
    clock: systemClock,
    programs,
  });
  const { stateDir } = workspace.location;
  const markOf = (point: ProbePoint): string => join(plan, point.replace('/', '.'));
  const world: CrashWorld = {
    workspace,
    repo: openRepo(root),
    plan,
    before: snapshotRepository(root),
    killAt: (points, delayMs = () => 0) => {
      for (const point of points) writeFileSync(markOf(point), String(delayMs()));
    },
    stopAt: (point) => writeFileSync(markOf(point), 'stop'),
    stopped: () => linesOf(join(plan, 'stopped')).map(Number),
    waiting: () => PROBE_POINTS.filter((point) => existsSync(markOf(point))),
    killed: () => pointsOf(join(plan, 'killed')),
    reached: () => pointsOf(join(plan, 'reached')),
    executions: (id) => {
      const outside = linesOf(join(plan, 'executions')).filter((run) => run === id).length;
      return Math.max(outside, linesOf(join(runPaths(stateDir, id).out, 'executions')).length);
    },
    launch: async () => {
      const spec = await specOf(workspace);
      await makeSpares({ ...workspace, spec: { workspace: workspace.location } });
      const later = { assign: () => undefined, dismiss: () => undefined };
      await admitByHand({ workspace, supervisor: later, anyway: true }, { spec });
      // Looked at before: one may come and die at once.
      const queued = await stateOf(world, spec.id);
      warmSupervisor(env, programs).assign(runPaths(stateDir, spec.id).folder);
      await waitFor('a supervisor', async () => (await stateOf(world, spec.id)) !== queued);
      return spec.id;
    },
    untilEnded: (id) => finishUntilEnded(world, id),
    start: (program, ...args) =>
      spawn(process.execPath, [probedProgram(program), root, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      }),
  };
  return world;
}

function pointsOf(path: string): readonly ProbePoint[] {
  const lines = new Set(linesOf(path));
  const known = PROBE_POINTS.filter((point) => lines.has(point));
  const order = linesOf(path);
  return known.toSorted((a, b) => order.indexOf(a) - order.indexOf(b));
}

function linesOf(path: string): readonly string[] {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split('\n').slice(0, -1);
}

async function specOf(workspace: Workspace): ReturnType<typeof manualSpec> {
  const loaded = await loadRoutine(workspace, { id: 'busy', overrides: [] });
  const spec = await manualSpec({ workspace, ...loaded });
  // Somebody who has been there, in this boot.
  return { ...spec, admittedBy: { ...ownIdentity(), startTime: '1' } };
}

async function finishUntilEnded(world: CrashWorld, id: RunId): Promise<void> {
  const { runs } = world.workspace;
  await waitFor(`the end of ${id}`, async () => {
    const before = await stateOf(world, id);
    const run = await runs.read(id);
    if (run?.record?.phase.kind === 'ended') return true;
    if (run === null || sortUnfinished([run]).orphaned.length === 0) return false;
    await finishOrphanedRuns(world.workspace);
    await waitFor(`another supervisor of ${id}`, async () => (await stateOf(world, id)) !== before);
    return false;
  });
}

/** Changes when another supervisor has the run, when it ends, and when somebody dies. */
async function stateOf(world: CrashWorld, id: RunId): Promise<string> {
  const phase = (await world.workspace.runs.read(id))?.record?.phase ?? null;
  const holder = phase?.kind === 'running' ? phase.supervisor : null;
  return JSON.stringify([phase?.kind, holder, world.killed().length]);
}

export async function waitFor(what: string, happened: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await happened())) {
    if (performance.now() > deadline)
      throw new Error(`not within ${PATIENCE_MS / 1_000} s: ${what}`);
    await systemClock.sleep(30);
  }
}
