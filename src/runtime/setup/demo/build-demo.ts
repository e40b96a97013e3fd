/** Builds the demo's repository on disk: real commits, no network, no user's git settings needed. */
import { basename, dirname, join, resolve } from 'node:path';

import { findRepository, type FoundRepository } from '../../../git/find-repository.ts';
import { gitIn } from '../../../git/git-call.ts';
import { gitEnvironment } from '../../../git/git-environment.ts';
import { isIgnored } from '../../../git/list-working-files.ts';
import { runGit, type GitContext } from '../../../git/run-git.ts';
import type { Clock } from '../../../platform/clock.ts';
import { hostTimezone, type Environment, homeFolder } from '../../../platform/environment.ts';
import {
  inspectPath,
  listFolder,
  makeFolder,
  readText,
  readTextIfThere,
  removeTree,
  rename,
  writeText,
} from '../../../platform/files.ts';
import { packageFile } from '../../../platform/package.ts';
import { AppError, asAppError } from '../../../words/errors.ts';
import { openWorkspace } from '../../../workspace/open-workspace.ts';
import { workspaceFiles } from '../init-workspace.ts';
import { DEMO_AGENTS } from './demo-agents.ts';
import { demoHistory } from './fast-import.ts';
import { demoTickets } from './tickets.ts';

interface DemoRequest {
  /** Absolute. */
  readonly folder: string;
  readonly env: Environment;
  readonly actor: string;
  readonly clock: Clock;
  /** Remove an earlier demo there first, with its runs. */
  readonly fresh: boolean;
}

/** Run one after the other by `roundsman demo`. `fails`: so that there is a failed run to look at. */
export const DEMO_RUNS = [
  { routine: 'todo-sweep', fails: false },
  { routine: 'ticket-digest', fails: false },
  { routine: 'small-fixes', fails: false },
  { routine: 'feed-check', fails: true },
] as const;

/** Of those that ship with Roundsman. */
const SHIPPED = ['todo-sweep', 'ticket-digest', 'release-check'] as const;

/** In the git directory: says that the folder is ours to build again. */
const MARK = 'roundsman-demo';
const MARK_TEXT = 'Made by `roundsman demo`; `roundsman demo --fresh` removes this repository.\n';

/** Throws `refused` when something that is not a demo is in the folder. */
export async function buildDemo(request: DemoRequest): Promise<'built' | 'kept'> {
  const { folder } = request;
  const earlier = await isDemo(folder);
  if (earlier && !request.fresh) return 'kept';
  if (earlier) await removeDemo(request);
  await refuseForeign(folder);
  await makeFolder(dirname(folder));
  // Built under another name: a folder of the demo's name is always whole.
  const building = join(dirname(folder), `.${basename(folder)}.building`);
  await removeTree(building);
  await makeFolder(building);
  await importHistory(building, request);
  await writeText(join(building, '.git', MARK), MARK_TEXT);
  await rename(building, folder);
  await forgetEarlierRuns(request);
  return 'built';
}

/** Whether the repository at the folder is one that we built. */
async function isDemo(folder: string): Promise<boolean> {
  return (await readTextIfThere(join(folder, '.git', MARK))) === MARK_TEXT;
}

async function refuseForeign(folder: string): Promise<void> {
  const facts = await inspectPath(folder);
  if (facts === null) return;
  if (facts.kind === 'folder' && (await listFolder(folder)).length === 0) return;
  throw new AppError('refused', {
    code: 'demo-folder-taken',
    message: `${folder} is there already and is not a demo`,
    hint: 'Name another folder: roundsman demo FOLDER',
  });
}

/** The repository and the state of its runs: without the one the other means nothing. */
async function removeDemo({ folder, env, actor, clock }: DemoRequest): Promise<void> {
  const workspace = await openWorkspace({ folder, env, actor, clock });
  const unfinished = await workspace.runs.listUnfinished();
  if (unfinished.length > 0) {
    throw new AppError('refused', {
      code: 'demo-at-work',
      message: `a run is still at work in ${folder}`,
      hint: `Let it end, or stop it: roundsman -C ${folder} cancel todo-sweep`,
    });
  }
  await forgetEarlierRuns({ folder, env, actor, clock });
  await removeTree(folder);
}

/** Also of a demo whose folder was removed by hand: its state is kept by path, and would be taken for this one's. */
async function forgetEarlierRuns({
  folder,
  env,
  actor,
  clock,
}: Omit<DemoRequest, 'fresh'>): Promise<void> {
  // A state folder that was named outright may hold more than this demo's runs: it stays.
  if (env['ROUNDSMAN_STATE_DIR'] !== undefined) return;
  const workspace = await openWorkspace({ folder, env, actor, clock });
  await removeTree(workspace.location.stateDir);
}

async function importHistory(folder: string, { env, clock }: DemoRequest): Promise<void> {
  const context = { cwd: folder, env: gitEnvironment(env) };
  const now = clock.now();
  await runGit(['init', '--quiet', '--initial-branch=main', '.'], context);
  await runGit(['fast-import', '--quiet', '--done'], {
    ...context,
    stdin: demoHistory(now, await setupFiles()),
  });
  await runGit(['-c', 'core.autocrlf=false', 'reset', '--quiet', '--hard', 'main'], context);
  await nameCommitter(context);
  // Beside the repository's history, as exports of a help desk should be: they are customers' data.
  await makeFolder(join(folder, 'tickets'));
  await writeText(join(folder, 'tickets', 'inbox.jsonl'), demoTickets(now));
}

/** Landing makes a commit: on a machine where git does not know its user yet, the demo has one of its own. */
async function nameCommitter(context: GitContext): Promise<void> {
  const known = await runGit(['config', '--get', 'user.email'], {
    ...context,
    okExitCodes: [0, 1],
  });
  if (known.exitCode === 0) return;
  await runGit(['config', 'user.name', 'Demo User'], context);
  await runGit(['config', 'user.email', 'demo@harbour.example'], context);
}

/** What the last commit adds: settings, the routines that ship, and the ignored folder of the tickets. */
async function setupFiles(): Promise<Readonly<Record<string, string>>> {
  const files: Record<string, string> = {
    ...DEMO_AGENTS,
    ...(await workspaceFiles(hostTimezone())),
    '.gitignore': '# What customers write stays out of the history.\ntickets/\n',
  };
  for (const id of SHIPPED) {
    files[`routines/${id}.yaml`] = await readText(packageFile(`routines/${id}.yaml`));
  }
  return files;
}

// Where the demo is built: never as an untracked folder in a user's repository, unless the user named it.
interface DemoPlace {
  /** Absolute. */
  readonly folder: string;
  /** The repository that it would have been in; `null` when it is built where one stands, or where one said. */
  readonly kept: string | null;
}

const NAME = 'roundsman-demo';

/** `named` is what the user typed. In a demo, that one is meant. */
export async function chooseDemoFolder(request: {
  readonly folder: string;
  readonly named: string | null;
  readonly env: Environment;
}): Promise<DemoPlace> {
  const { folder, named, env } = request;
  if (named !== null) return { folder: resolve(folder, named), kept: null };
  const here = { folder: join(folder, NAME), kept: null };
  const outer = await repositoryAround(folder, env);
  if (outer === null) return here;
  if (await isDemo(outer.root)) return { folder: outer.root, kept: null };
  const git = gitIn({ cwd: folder, env: gitEnvironment(env) });
  if (!outer.bare && (await isIgnored(git, `${NAME}/`))) return here;
  return { folder: join(dataFolder(env), 'roundsman', 'demo'), kept: outer.root };
}

async function repositoryAround(folder: string, env: Environment): Promise<FoundRepository | null> {
  try {
    return await findRepository(folder, gitEnvironment(env));
  } catch (thrown) {
    if (asAppError(thrown).reason === 'not-a-repository') return null;
    throw thrown;
  }
}

function dataFolder(env: Environment): string {
  const xdg = env['XDG_DATA_HOME'];
  return xdg !== undefined && xdg.startsWith('/') ? xdg : join(homeFolder(env), '.local', 'share');
}
