/** The `prepare` step: checkout, included files, ports, set-up. All of it, or nothing stays but the logs. */
import { join } from 'node:path';

import type { GitCall } from '../git/git-call.ts';
import { makeFolder, inspectPath, OPEN_FOLDER } from '../platform/files.ts';
import { findFreePorts } from '../platform/sockets.ts';
import { writeFolders } from '../sandbox/permitted-mounts.ts';
import type {
  CommandOutcome,
  OpenedBase,
  PreparedWorktree,
  WorktreeRequest,
} from '../sandbox/run-worktree.ts';
import { keepDownloads, layOutDownloads } from '../sandbox/shared-downloads.ts';
import { AppError } from '../words/errors.ts';
import { isSecretName, isSecretValue } from '../words/redaction/secret.ts';
import { plural, inlineCode } from '../words/text.ts';
import { makeBridge } from './bridge.ts';
import { commandEnvironment } from './command-environment.ts';
import { copyIncludedFiles } from './included-files.ts';
import { listLeftovers } from './list-leftovers.ts';
import { checkOutBase } from './open-run-repository.ts';
import { condemnRunRepository } from './release-run-repository.ts';
import { runRepositoryGit } from './repository-calls.ts';
import { runCommands } from './run-commands.ts';
import { isWithheld } from './setup-trust.ts';
import {
  needWorktreeState,
  writeWorktreeState,
  type PreparedFacts,
  type WorktreeState,
} from './worktree-state.ts';

export async function prepareWorktree(
  request: WorktreeRequest,
  opened: OpenedBase,
): Promise<PreparedWorktree> {
  try {
    await checkOutBase(request, opened);
    return await prepare(request, await needWorktreeState(request.paths));
  } catch (thrown) {
    await condemnRunRepository(request, 'its preparation failed');
    throw thrown;
  }
}

/** What `prepareWorktree` gave, for a later step in another process. */
export async function readPreparedEnvironment(
  request: WorktreeRequest,
): Promise<Readonly<Record<string, string>>> {
  return (await needWorktreeState(request.paths)).prepared.env;
}

async function prepare(request: WorktreeRequest, state: WorktreeState): Promise<PreparedWorktree> {
  const notices: string[] = [...(await contentNotices(request))];
  const included = await copyIncludedFiles(request, state);
  notices.push(...included.notices);
  const env = await portVariables(request.spec.routine.workspace.ports);
  let prepared: PreparedFacts = { ...included, env, afterSetup: {}, writable: null };
  const { setup } = request.spec.routine.workspace;
  if (setup.length > 0) {
    await makeFolder(request.paths.temporary, 0o700);
    notices.push(...setupNotices(state, setup));
    // Included settings of package tools say which hosts are the user's.
    await writeWorktreeState(request.paths, { ...state, prepared });
    await setUp(request, setup, env);
    const afterSetup = await leftBySetup(request, { ...state, prepared });
    const count = Object.keys(afterSetup).length;
    if (count > 0)
      notices.push(
        `set-up left ${plural(count, 'uncommitted file')}; they are not handed back unless the agent changes them`,
      );
    prepared = { ...prepared, afterSetup };
  }
  const parts = await openWritableFolders(request, state);
  notices.push(...parts.notices);
  prepared = { ...prepared, writable: parts.folders };
  await writeWorktreeState(request.paths, { ...state, stage: 'prepared', prepared });
  return { env, notices };
}

async function setUp(
  request: WorktreeRequest,
  commands: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const outcomes = await runSetup(request, { commands, env: commandEnvironment(request, env) });
  if (request.signal?.aborted === true) {
    throw new AppError('failed', {
      code: 'cancelled',
      message: 'the run was cancelled during set-up',
      hint: '',
    });
  }
  const failed = outcomes.find((outcome) => outcome.exitCode !== 0);
  if (failed !== undefined) throw setupFailed(request, failed);
}

function setupFailed(request: WorktreeRequest, failed: CommandOutcome): AppError {
  const how = failed.timedOut
    ? `was still running after ${Math.round(failed.durationMs / 1000)} s and was ended`
    : failed.exitCode === null
      ? 'was ended by a signal'
      : `failed with exit code ${failed.exitCode}`;
  const tail = failed.tail.split('\n').slice(-5).join('\n');
  return new AppError('failed', {
    code: 'setup-failed',
    message: `the set-up command \`${failed.command}\` ${how}${tail === '' ? '' : `:\n${tail}`}`,
    hint: `Its whole output is in ${request.paths.commandLog}.`,
  });
}

async function portVariables(count: number): Promise<Readonly<Record<string, string>>> {
  const ports = await findFreePorts(count);
  return Object.fromEntries(
    ports.map((port, index) => [`ROUNDSMAN_PORT_${index + 1}`, String(port)]),
  );
}

/** Set-up ran programs of others, so it is looked at through the bridge already. */
async function leftBySetup(
  request: WorktreeRequest,
  state: WorktreeState,
): Promise<Readonly<Record<string, string>>> {
  await makeBridge(request, state);
  const left = await listLeftovers(request, state.opened.base);
  return Object.fromEntries([
    ...left.marks,
    ...left.skipped.map(({ path }) => [path, 'skipped'] as const),
  ]);
}

const ATTRIBUTE_FILES = ['.gitattributes', '*/.gitattributes'];

/** What of the base is not as it looks. */
async function contentNotices(request: WorktreeRequest): Promise<readonly string[]> {
  const git = runRepositoryGit(request);
  const names = ['.gitmodules', ...ATTRIBUTE_FILES];
  const listed = (await git(['ls-files', '-z', '--', ...names])).stdout;
  const paths = listed.split('\0').filter((path) => path !== '');
  const notices: string[] = [];
  if (paths.some((path) => path.endsWith('.gitattributes')) && (await hasPointers(git)))
    notices.push(
      'files kept in Git LFS are pointers in the worktree: their contents are not fetched',
    );
  if (paths.includes('.gitmodules'))
    notices.push('submodules are not checked out: their folders are empty in the worktree');
  return notices;
}

async function hasPointers(git: GitCall): Promise<boolean> {
  const found = await git(['grep', '--cached', '-lz', 'filter=lfs', '--', ...ATTRIBUTE_FILES], {
    okExitCodes: [0, 1],
  });
  return found.exitCode === 0;
}

/** Makes the folders that `permissions.write` names, as they are once set-up is done and before the agent starts. */
interface WritableFolders {
  /** Relative; `null` = the whole tree. */
  readonly folders: readonly string[] | null;
  readonly notices: readonly string[];
}

async function openWritableFolders(
  request: WorktreeRequest,
  { sandbox }: Pick<WorktreeState, 'sandbox'>,
): Promise<WritableFolders> {
  const { folders } = writeFolders(request.spec.routine.permissions.write);
  if (sandbox === null || folders === null) return { folders: null, notices: [] };
  const opened: string[] = [];
  const notices: string[] = [];
  for (const folder of folders) {
    if (await openFolder(request.paths.worktree, folder)) opened.push(folder);
    else
      notices.push(
        `permissions.write: ${inlineCode(folder)} leads through a link or a file, so the run could not write there`,
      );
  }
  return { folders: opened, notices };
}

/** A link on the way would open whatever it leads to. */
async function openFolder(worktree: string, folder: string): Promise<boolean> {
  let path = worktree;
  for (const part of folder.split('/')) {
    path = join(path, part);
    const facts = await inspectPath(path);
    if (facts === null) await makeFolder(path, OPEN_FOLDER);
    else if (facts.kind !== 'folder') return false;
  }
  return true;
}

// Set-up: the routine's commands in the worktree, with the downloads that runs share.
export interface SetupCommands {
  readonly commands: readonly string[];
  /** From `commandEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
}

/** Stops at the first that fails, which is a fact on its outcome. */
export async function runSetup(
  request: WorktreeRequest,
  { commands, env }: SetupCommands,
): Promise<readonly CommandOutcome[]> {
  const state = await needWorktreeState(request.paths);
  const rules = {
    purpose: 'setup',
    env: isWithheld(state) ? withoutSecrets(request, env) : env,
    stopAtFailure: true,
  } as const;
  if (state.sandbox === null) return runCommands(request, commands, rules);
  const places = {
    stateDir: request.spec.workspace.stateDir,
    packages: request.paths.packages,
  };
  await layOutDownloads(places);
  const outcomes = await runCommands(request, commands, rules);
  if (state.setup.trusted) await keepDownloads(places);
  return outcomes;
}

export function setupNotices(
  state: Pick<WorktreeState, 'sandbox' | 'setup'>,
  commands: readonly string[],
): readonly string[] {
  if (commands.length === 0 || !isWithheld(state)) return [];
  return ["Set-up ran an agent's code, so it got no registry credentials."];
}

/** The agent had them, too, but no way to a registry. */
function withoutSecrets(
  { spec }: WorktreeRequest,
  env: SetupCommands['env'],
): SetupCommands['env'] {
  const given = new Set(spec.routine.permissions.env);
  return Object.fromEntries(
    Object.entries(env).filter(
      ([name, value]) =>
        !given.has(name) || !(isSecretName(name) || isSecretValue({ name, value })),
    ),
  );
}
