/** What the process before the agent leaves for the one after it, in a file of the run folder. */
import { join } from 'node:path';

import { readTextIfThere, writeDurably } from '../platform/files.ts';
import { isRecord, tryParseJson } from '../platform/json.ts';
import type { Mount, SandboxRecord } from '../sandbox/contract.ts';
import type { OpenedBase } from '../sandbox/run-worktree.ts';
import type { RunPaths } from '../store/run-folder/run-paths.ts';
import { AppError } from '../words/errors.ts';
import type { BranchName } from '../words/ids.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RepositoryBefore } from './inspect-repository.ts';
import { NOT_TRUSTED, type SetupTrust } from './setup-trust.ts';

export interface WorktreeState {
  readonly version: 1;
  readonly opened: OpenedBase;
  readonly branch: BranchName;
  readonly source: SourceFacts;
  /** `null` when the run repository has objects of its own. */
  readonly alternates: string | null;
  /** Of a linked worktree only. */
  readonly linked: {
    /** Our folder under the user's `.git/worktrees`. */
    readonly adminFolder: string;
  } | null;
  /** Of the user's repository, which a run below level `sandbox` could reach; `null`: not inspected. */
  readonly before: RepositoryBefore | null;
  /** At level `sandbox` only. */
  readonly sandbox: SandboxState | null;
  readonly setup: SetupTrust;
  readonly stage: 'opened' | 'checked-out' | 'prepared';
  readonly prepared: PreparedFacts;
  /** Why no clean-up may remove it: it has work that was not handed back. */
  readonly holds: string | null;
  /** ISO instant until which it is kept; `null` until the run has ended. */
  readonly keepUntil: string | null;
  /** When a later run that worked on in it had ended, ISO 8601; absent: none did. */
  readonly usedUntil?: string;
}

/** What every program of the run is started in. */
export interface SandboxState {
  readonly record: SandboxRecord;
  /** What every program sees, whatever it is for. */
  readonly mounts: readonly Mount[];
  /** As many of them as git needs. */
  readonly core: readonly Mount[];
  /** `HOME` inside. */
  readonly home: string;
  /** Folders of which nothing is seen but what is mounted in them by name. */
  readonly hidden: readonly string[];
}

export interface SourceFacts {
  /** The user's object folder and every one it borrows from, absolute. */
  readonly objectFolders: readonly string[];
  readonly objectFormat: 'sha1' | 'sha256';
  /** Text of the user's `shallow` file, `null` when the history is whole. */
  readonly shallow: string | null;
  readonly partial: boolean;
}

export interface PreparedFacts {
  /** Paths of included files, relative. */
  readonly included: readonly string[];
  /** Blob ids of their contents: a tip that holds one is refused. */
  readonly includedBlobs: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** Uncommitted files that set-up left, each with its mark: they are not the agent's work. */
  readonly afterSetup: Readonly<Record<string, string>>;
  /** Relative folders that the agent may write to, where a sandbox holds it to them; `null` = the whole tree. */
  readonly writable: readonly string[] | null;
}

export const NOTHING_PREPARED: PreparedFacts = {
  included: [],
  includedBlobs: [],
  env: {},
  afterSetup: {},
  writable: null,
};

/** `null` when nothing was opened, or all of it was given back. */
export async function readWorktreeState(paths: RunPaths): Promise<WorktreeState | null> {
  const text = await readTextIfThere(paths.worktreeState);
  if (text === null) return null;
  const value = tryParseJson(text);
  // One that an earlier version wrote says nothing of sandboxes, of what there was before, nor who wrote what is set up.
  if (isWorktreeState(value))
    return {
      ...value,
      sandbox: value.sandbox ?? null,
      before: value.before ?? null,
      setup: value.setup ?? NOT_TRUSTED,
    };
  throw new AppError('failed', {
    code: 'worktree-state-corrupt',
    message: `${paths.worktreeState} is not a worktree's record`,
    hint: `What the run made is still in ${paths.worktree}.`,
  });
}

export async function writeWorktreeState(paths: RunPaths, state: WorktreeState): Promise<void> {
  await writeDurably(paths.worktreeState, JSON.stringify(state));
}

/** For the steps after `open`. */
export async function needWorktreeState(paths: RunPaths): Promise<WorktreeState> {
  const state = await readWorktreeState(paths);
  if (state !== null) return state;
  throw new AppError('internal', {
    code: 'not-opened',
    message: `no run repository was opened in ${paths.folder}`,
    hint: '',
  });
}

function isWorktreeState(value: unknown): value is WorktreeState {
  return (
    isRecord(value) &&
    value['version'] === 1 &&
    isRecord(value['opened']) &&
    isRecord(value['source']) &&
    isRecord(value['prepared']) &&
    typeof value['branch'] === 'string' &&
    typeof value['stage'] === 'string'
  );
}

/**
 * What a program has to be let write so that it can commit in the worktree of a run: its `.git`; of a linked worktree
 * that is only a file, which leads to a folder of its own and the common one. By our record: what the file says now
 * may be the agent's.
 */
export async function gitFoldersOf({
  spec,
  paths,
}: {
  readonly spec: Pick<RunSpec, 'workspace'>;
  readonly paths: RunPaths;
}): Promise<readonly string[]> {
  const linked = (await readWorktreeState(paths))?.linked ?? null;
  return linked === null
    ? [join(paths.worktree, '.git')]
    : [linked.adminFolder, spec.workspace.gitDir];
}
