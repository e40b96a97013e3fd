/**
 * A branch at work, for a person to look at: checked out in a repository of its own, set up, and started on ports of its
 * own, in the sandbox where one works. All of it ends with the signal, and so does everything that it started.
 */
import { makeFolder } from '../platform/files.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { trustedRoutine } from '../routines/trust/trusted-routine.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { manualSpec } from '../scheduler/build-run-spec.ts';
import { reviewWorkPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import { INWARD_HOST } from '../words/network-plan.ts';
import { makeRedactor } from '../words/redaction/redactor.ts';
import { secretsOfRun } from '../words/redaction/secret.ts';
import type { Routine } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { Workspace } from '../workspace/contract.ts';
import { commandEnvironment } from '../worktrees/command-environment.ts';
import { openRunRepository } from '../worktrees/open-run-repository.ts';
import { prepareWorktree } from '../worktrees/prepare-worktree.ts';
import { startServing } from '../worktrees/start-serving.ts';
import { internalRoutine } from './internal-routine.ts';
import { namedBranch, type NamedBranch } from './named-branch.ts';
import { dropServed, listServed, writeServed, type ServedBranch } from './serve/served-record.ts';
import { claimWork, removeWork } from './union/union-place.ts';

export interface ServeRequest {
  /** A branch, the end of its name, or a run. */
  readonly what: string;
  /** In place of `workspace.serve`; `null`: that. */
  readonly command: string | null;
  /** Also where no sandbox works, with all that the user may do. */
  readonly unconfined: boolean;
  /** What is being done, for a progress line. */
  readonly progress: (text: string) => void;
  /** What it prints, secrets replaced. */
  readonly output: (chunk: Uint8Array) => void;
  /** It answers. */
  readonly ready: (served: ServedBranch) => void;
  readonly signal: AbortSignal;
}

export interface ServeEnd {
  /** `stopped`: by the signal. */
  readonly how: 'stopped' | 'ended' | 'silent';
  readonly exitCode: number | null;
  /** Of what it started what could not be ended. */
  readonly left: readonly string[];
}

/** Resolves when all of it is over and taken away. Throws `refused`, and what set-up throws. */
export async function serveBranch(workspace: Workspace, request: ServeRequest): Promise<ServeEnd> {
  await listServed(workspace);
  const plan = await planServe(workspace, request);
  const { id } = plan.spec;
  await claimWork(workspace, id);
  try {
    return await serve(workspace, { ...request, plan });
  } finally {
    await removeWork(workspace, id);
    await dropServed(workspace, id);
  }
}

async function serve(
  workspace: Workspace,
  request: ServeRequest & { readonly plan: ServePlan },
): Promise<ServeEnd> {
  const { plan, signal } = request;
  const work = workOf(workspace, request);
  await makeFolder(work.paths.folder, 0o700);
  request.progress('opening a repository of its own');
  const opened = await openRunRepository(work);
  if (opened.isolation !== 'sandbox' && !request.unconfined)
    throw notEnclosed(plan, opened.notices);
  // Programs of a run see them, empty here.
  for (const folder of [work.paths.brief, work.paths.out, work.paths.temporary])
    await makeFolder(folder, 0o700);
  const { env: given } = await prepareWorktree(work, opened);
  const ports = Object.values(given).map(Number);
  // In a sandbox it is our relay that listens, where no cookie of the page goes; else the program does, where it likes.
  const enclosed = opened.isolation === 'sandbox';
  const record: ServedBranch = {
    id: plan.spec.id,
    branch: plan.named.branch,
    tip: plan.named.tip,
    command: plan.command,
    isolation: opened.isolation,
    urls: ports.map((port) => `http://${enclosed ? INWARD_HOST : 'localhost'}:${port}/`),
    state: 'starting',
    startedAt: workspace.clock.now().toISOString(),
    process: ownIdentity(),
    log: work.paths.commandLog,
  };
  await writeServed(workspace, record);
  const env = commandEnvironment(work, { ...given, PORT: String(ports[0] ?? '') });
  return startServing(
    { ...work, inward: ports },
    {
      command: plan.command,
      env,
      host: enclosed ? INWARD_HOST : '127.0.0.1',
      port: ports[0] ?? 0,
      output: request.output,
      signal,
      ready: async () => {
        await writeServed(workspace, { ...record, state: 'ready' });
        request.ready({ ...record, state: 'ready' });
      },
    },
  );
}

function workOf(
  { clock, env, gitEnv, location, proposals }: Workspace,
  { plan: { spec }, progress, signal }: ServeRequest & { readonly plan: ServePlan },
): WorktreeRequest {
  return {
    spec,
    paths: reviewWorkPaths(location.stateDir, spec.id),
    gitEnv,
    env,
    clock,
    proposals,
    redactor: makeRedactor(secretsOfRun(spec.routine, env, spec.settings.connections)),
    signal,
    progress,
    underReview: { target: null },
  };
}

function notEnclosed({ named }: ServePlan, notices: readonly string[]): AppError {
  const why = notices.find((notice) => notice.includes('sandbox')) ?? '';
  return new AppError('refused', {
    code: 'not-enclosed',
    message: `${named.branch} would be served without a sandbox: what an agent wrote could do whatever you may${why === '' ? '' : ` (${why})`}`,
    hint: 'Read it first, then: --unconfined   or make a sandbox work: roundsman doctor',
  });
}

// What is started to show a branch, and under which rules: those of its routine as it is now, else as it was.
interface ServePlan {
  readonly named: NamedBranch;
  readonly command: string;
  /** Of a run that is never admitted. */
  readonly spec: RunSpec;
}

/** Where no routine says anything. */
const DEFINITION = `on: manual
agent: { engine: command, command: ["true"] }
`;

/** @param command in place of `workspace.serve`; `null`: that. Throws `refused` where neither says anything */
async function planServe(
  workspace: Workspace,
  { what, command }: { readonly what: string; readonly command: string | null },
): Promise<ServePlan> {
  const named = await namedBranch(workspace, what);
  const routine = await routineOf(workspace, named);
  const serve = command ?? routine?.workspace.serve ?? null;
  if (serve === null) throw nothingToServe(named, routine);
  const internal = await internalRoutine(workspace, { id: 'review-serve', text: DEFINITION });
  const rules = routine ?? internal.routine;
  const { isolation } = rules.workspace;
  const spec = await manualSpec({
    workspace,
    ...internal,
    routine: {
      ...rules,
      workspace: {
        ...rules.workspace,
        base: named.tip,
        serve,
        checks: [],
        ports: Math.max(1, rules.workspace.ports),
        // A linked worktree would share the whole repository with what runs there.
        isolation: isolation === 'worktree' ? 'private' : isolation,
      },
    },
  });
  return { named, command: serve, spec };
}

async function routineOf(workspace: Workspace, { run }: NamedBranch): Promise<Routine | null> {
  if (run === null) return null;
  const routine = await trustedRoutine(workspace, run.routine);
  return routine ?? (await workspace.runs.read(run.id))?.spec.routine ?? null;
}

function nothingToServe({ branch }: NamedBranch, routine: Routine | null): AppError {
  return new AppError('refused', {
    code: 'nothing-to-serve',
    message:
      routine === null
        ? `no routine says how ${branch} is shown at work`
        : `routine ${routine.id} does not say how ${branch} is shown at work`,
    hint: 'Say it there, `workspace: { serve: npm start }`, or for this once: --command "npm start"',
  });
}
