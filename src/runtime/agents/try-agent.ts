/** One tiny real piece of work by an engine, through everything that a run passes: sandbox, gateway, commit, report. */
import type { Engine } from '../../engines/contract.ts';
import { findCredentials } from '../../engines/find-credentials.ts';
import { gitEnvironment } from '../../git/git-environment.ts';
import { runGit } from '../../git/run-git.ts';
import type { Clock } from '../../platform/clock.ts';
import { removeTree } from '../../platform/files.ts';
import { loadRoutine } from '../../routines/load-routine.ts';
import { AppError, type Failure } from '../../words/errors.ts';
import type { RunView } from '../../words/run.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { reopenAccount } from '../engine-account.ts';
import { startRun } from '../start-run.ts';
import { formatCredential } from './agent-words.ts';
import { agentToTry } from './list-agents.ts';
import type { Machine } from './machine.ts';
import { makeTryRepository, TRY_FILE, TRY_ROUTINE, type TryRepository } from './try-repository.ts';
import { tryStepsOf, type TryStep } from './try-steps.ts';

export interface TryOrder {
  readonly engine: Engine;
  readonly model: string | null;
  readonly command: readonly string[];
  readonly clock: Clock;
  /** Stays with the run; `null` when the person left it. */
  readonly follow: (handle: RunHandle, workspace: Workspace) => Promise<RunView | null>;
}

export interface TryResult {
  readonly steps: readonly TryStep[];
  readonly view: RunView | null;
  readonly worked: boolean;
  /** What to do next; empty when it worked. */
  readonly hint: string;
  /** Kept to be looked at; `null` when everything went well, and it is gone. */
  readonly kept: string | null;
}

/** Throws `missing` when its program or its account is not here: nothing was tried then. */
export async function tryAgent(machine: Machine, order: TryOrder): Promise<TryResult> {
  const { engine, model, command, clock } = order;
  const before = await stepsBefore(machine, order);
  const settings = machine.engines[engine.id];
  const request = { engine: engine.id, model, command, settings, env: machine.env, clock };
  const place = await makeTryRepository(request);
  const workspace = await openWorkspace({ folder: place.root, env: place.env, clock });
  const loaded = await loadRoutine(workspace, { id: TRY_ROUTINE, overrides: [] });
  const handle = await startRun({ workspace, ...loaded });
  const view = await order.follow(handle, workspace);
  if (view === null) return { steps: before, view, worked: false, hint: '', kept: place.folder };
  const exit = (await workspace.runs.read(handle.id))?.record?.agentExit ?? null;
  const committed = engine.id === 'builtin' ? null : await hasCommitted(place, view);
  const steps = [...before, ...tryStepsOf({ view, exit, committed })];
  const worked = view.failure === null && steps.every(({ ok }) => ok !== false);
  if (worked) {
    await accountWorks(machine, engine);
    await removeTree(place.folder).catch(() => undefined);
  }
  const hint = worked ? '' : hintOf(engine, view, steps);
  return { steps, view, worked, hint, kept: worked ? null : place.folder };
}

/** Runs that were skipped for want of it may begin again. */
async function accountWorks({ workspace, engines, env }: Machine, engine: Engine): Promise<void> {
  if (workspace === null) return;
  const { stateDir } = workspace.location;
  await reopenAccount({ engine, settings: engines[engine.id], env, stateDir });
}

async function stepsBefore(
  { env, engines, folder }: Machine,
  { engine, command }: TryOrder,
): Promise<readonly TryStep[]> {
  const settings = engines[engine.id];
  const agent = agentToTry(engine.id, command);
  const ready = await engine.preflight({
    agent,
    env,
    root: folder,
    ...(settings === undefined ? {} : { settings }),
  });
  if (ready.kind === 'missing') throw new AppError('missing', ready.failure);
  const credentials = await findCredentials({ engine, settings, env });
  if (credentials.kind === 'missing') throw new AppError('missing', credentials.failure);
  const program = [ready.version ?? 'version unknown', ...ready.program.slice(-1)].join(', ');
  return [
    { name: 'program', ok: true, detail: [program, ...ready.warnings].join('; ') },
    { name: 'account', ok: true, detail: formatCredential(credentials) },
  ];
}

async function hasCommitted({ root, env }: TryRepository, { branch }: RunView): Promise<boolean> {
  if (branch === null) return false;
  const looked = await runGit(['cat-file', '-e', `${branch}:${TRY_FILE}`], {
    cwd: root,
    env: gitEnvironment(env),
    okExitCodes: [0, 128],
  });
  return looked.exitCode === 0;
}

/* oxlint-disable-next-line eslint/max-params -- what was tried, what came of it, and where it failed */
function hintOf({ about }: Engine, { failure }: RunView, steps: readonly TryStep[]): string {
  if (failure !== null) {
    const next = nextStep(about, failure);
    return [failure.message, next].filter((line) => line !== '').join('. ');
  }
  const failed = steps.find(({ ok }) => ok === false);
  return failed === undefined ? '' : `Read what it said in the log of the run (${failed.name}).`;
}

/** Keys of a routine that the try has of its own are nothing that anybody could change. */
function nextStep({ login }: Engine['about'], { code, hint }: Failure): string {
  switch (code) {
    case 'unauthorized':
      return `To log in: ${login}`;
    case 'model-limited':
      return 'Try it again later, or look at its endpoint: roundsman agents';
    default:
      return hint;
  }
}
