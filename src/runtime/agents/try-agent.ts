/** One tiny real piece of work by an engine, through everything that a run passes: sandbox, gateway, commit, report. */
import { join } from 'node:path';

import type { Engine } from '../../engines/contract.ts';
import { findCredentials } from '../../engines/find-credentials.ts';
import { gitEnvironment } from '../../git/git-environment.ts';
import { runGit } from '../../git/run-git.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Environment } from '../../platform/environment.ts';
import { removeTree, makeFolder } from '../../platform/files.ts';
import { newRunId } from '../../platform/ids.ts';
import { loadRoutine } from '../../routines/load-routine.ts';
import type { EngineSettings } from '../../words/engine-settings.ts';
import { AppError, type Failure } from '../../words/errors.ts';
import type { EngineId } from '../../words/routine.ts';
import type { RunView } from '../../words/run.ts';
import type { RunHandle, Workspace } from '../../workspace/contract.ts';
import { openWorkspace } from '../../workspace/open-workspace.ts';
import { stateHome } from '../../workspace/state-folder.ts';
import { reopenAccount } from '../engine-account.ts';
import { startRun } from '../start-run.ts';
import { formatCredential, agentToTry } from './list-agents.ts';
import type { Machine } from './machine.ts';
import { tryStepsOf, type TryStep } from './try-steps.ts';

const TRY_ROUTINE = 'try';

/** What the agent is to commit. */
const TRY_FILE = 'HELLO.md';

const TASK = `Write a file ${TRY_FILE} at the top of this repository, with one line that greets the reader.
Commit it with the message "Say hello". Then write your report, with the one heading Summary and one sentence.
Do nothing else.`;

interface TryOrder {
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
  const workspace = await openWorkspace({
    folder: place.root,
    env: place.env,
    actor: machine.actor,
    clock,
  });
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
  await reopenAccount({ engine, settings: engines[engine.id], env, accounts: workspace.accounts });
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

/** A repository to throw away, with one routine that has an engine do a tiny piece of work. */
interface TryRequest {
  readonly engine: EngineId;
  /** `null`: that of roundsman.yaml, else the engine's own. */
  readonly model: string | null;
  /** For engines whose program is named by each routine. */
  readonly command: readonly string[];
  readonly settings: EngineSettings | undefined;
  readonly env: Environment;
  readonly clock: Clock;
}

interface TryRepository {
  /** All of it: the repository and the state of its one run. */
  readonly folder: string;
  readonly root: string;
  readonly env: Environment;
}

async function makeTryRepository(request: TryRequest): Promise<TryRepository> {
  const { env, clock } = request;
  const folder = join(stateHome(env), 'try', newRunId(clock.now()));
  const root = join(folder, 'repository');
  await makeFolder(root, 0o700);
  const context = { cwd: root, env: gitEnvironment(env) };
  await runGit(['init', '--quiet', '--initial-branch=main', '.'], context);
  await runGit(['fast-import', '--quiet', '--done'], {
    ...context,
    stdin: firstCommit(tryFiles(request), clock.now()),
  });
  await runGit(['-c', 'core.autocrlf=false', 'reset', '--quiet', '--hard', 'main'], context);
  return { folder, root, env: { ...env, ROUNDSMAN_STATE_DIR: join(folder, 'state') } };
}

function tryFiles(request: TryRequest): Readonly<Record<string, string>> {
  const { engine, settings } = request;
  const engines = settings === undefined ? {} : { engines: { [engine]: settingsOf(settings) } };
  return {
    'README.md': '# A repository to throw away\n\n<!-- TODO: greet the reader -->\n',
    // JSON is YAML.
    'roundsman.yaml': `${JSON.stringify(engines)}\n`,
    [`routines/${TRY_ROUTINE}.yaml`]: `${JSON.stringify(routineOf(request))}\n`,
  };
}

function settingsOf(settings: EngineSettings): Readonly<Record<string, unknown>> {
  const { key } = settings;
  return { ...settings, key: key === null ? null : `env:${key}` };
}

/** Limited on all sides: a user who tries an engine does not want to wait long or pay much. */
function routineOf({ engine, model, command }: TryRequest): unknown {
  const common = {
    on: 'manual',
    report: { require: ['summary'] },
    limits: { timeout: '5m', 'park-max': '0s', budget: { 'tokens-per-run': 1_000_000 } },
  };
  // It follows no prose.
  if (engine === 'builtin') {
    const collect = [{ todos: { 'older-than': '0s' } }];
    return { ...common, collect, agent: { engine, builtin: 'todo-sweep' } };
  }
  return { ...common, agent: { engine, model, command, prompt: TASK, 'max-turns': 20 } };
}

function firstCommit(files: Readonly<Record<string, string>>, now: Date): string {
  const who = `Roundsman <roundsman@localhost> ${Math.floor(now.getTime() / 1000)} +0000`;
  const changes = Object.entries(files).map(
    ([path, text]) => `M 100644 inline ${path}\n${dataOf(text)}\n`,
  );
  return `commit refs/heads/main\nauthor ${who}\ncommitter ${who}\n${dataOf('Begin\n')}\n${changes.join('')}\ndone\n`;
}

/** `text` ends in a newline. */
function dataOf(text: string): string {
  return `data <<END-OF-THE-TEXT\n${text}END-OF-THE-TEXT\n`;
}
