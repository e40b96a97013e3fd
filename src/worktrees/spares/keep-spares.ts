/** Keeps as many spares as are wanted. One process at a time. */
import { join } from 'node:path';

import { defaultBase, startOf } from '../../git/choose-base.ts';
import { type GitCall, gitIn, sealedGitIn } from '../../git/git-call.ts';
import { freeBytesOf } from '../../platform/disk.ts';
import { fileMask } from '../../platform/environment.ts';
import {
  makeFolder,
  readBytes,
  removeTree,
  rename,
  writeDurably,
  writeText,
} from '../../platform/files.ts';
import { sha256 } from '../../platform/hash.ts';
import { hashTreeNames } from '../../platform/hostile-paths.ts';
import { newRunId } from '../../platform/ids.ts';
import { takeLock } from '../../platform/lock.ts';
import { ownIdentity } from '../../platform/process-identity.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import type { CommitSha } from '../../words/ids.ts';
import { belowFloor } from '../../words/resource-limits.ts';
import { checkOutTree } from '../create-run-repository.ts';
import { inspectSource } from '../open-run-repository.ts';
import { makeOwnRepository, writeNewRef } from '../own-repository.ts';
import { type Burial, bury } from '../tombstone.ts';
import type { SourceFacts } from '../worktree-state.ts';
import {
  listSpares,
  listUnfinishedSpares,
  readSpareRecord,
  sparePaths,
  type SpareRecord,
  SPARES_KEPT_MS,
} from './spare.ts';

// Makes a spare of the default branch, with what makes the repository of a run.

/** git compares times by the second: what is changed after this one has another. */
const SETTLE_MS = 1_100;

interface SpareRequest extends Burial {
  readonly signal?: AbortSignal;
}

/** False where none can be made: a partial clone may lack files of the commit, which a run fetches when it needs them. */
async function makeSpare(request: SpareRequest): Promise<boolean> {
  const { workspace, gitEnv, clock, signal } = request;
  const call = { env: gitEnv, ...(signal === undefined ? {} : { signal }) };
  const git = gitIn({ ...call, cwd: workspace.root });
  const source = await inspectSource({ spec: { workspace } }, git);
  const commit = source.partial ? null : await knownBase(git, workspace.bare);
  if (commit === null) return false;
  const now = clock.now();
  const { spares } = machinePaths(workspace.stateDir);
  const id = newRunId(now);
  const folder = join(spares, `making-${id}`);
  const { tree, index, record } = sparePaths(folder);
  await makeOwnRepository({
    folder: tree,
    bare: false,
    branch: 'spare',
    source,
    borrows: true,
    settings: '',
  });
  const gitDir = join(tree, '.git');
  await writeNewRef(gitDir, 'refs/heads/spare', commit);
  await checkOutTree(sealedGitIn({ ...call, cwd: tree }));
  await rename(join(gitDir, 'index'), index);
  await removeTree(gitDir);
  const made = await recordOf(folder, { commit, source, madeAt: now.toISOString() });
  await writeText(record, JSON.stringify(made));
  await clock.sleep(SETTLE_MS, signal);
  signal?.throwIfAborted();
  await rename(folder, join(spares, id));
  return true;
}

/** As the repository knows it: nothing is fetched. */
async function knownBase(git: GitCall, bare: boolean): Promise<CommitSha | null> {
  const start = await startOf(git, await defaultBase(git, bare), null);
  return start?.commit ?? null;
}

async function recordOf(
  folder: string,
  {
    commit,
    source,
    madeAt,
  }: { readonly commit: CommitSha; readonly source: SourceFacts; readonly madeAt: string },
): Promise<SpareRecord> {
  const { tree, index } = sparePaths(folder);
  return {
    version: 1,
    commit,
    objectFormat: source.objectFormat,
    madeAt,
    bootId: ownIdentity().bootId,
    umask: fileMask(),
    index: sha256(await readBytes(index)),
    names: hashTreeNames(tree),
  };
}

/** A day's commits are a difference that costs little; more is made anew. */
const MAX_AGE_MS = 86_400_000;

interface SparesRequest extends SpareRequest {
  /** 0: none. */
  readonly count: number;
  readonly floorBytes: number;
}

export interface SparesReport {
  readonly ready: number;
  readonly made: number;
  /** Why there are fewer than were wanted; `null` when there are not. */
  readonly why: string | null;
}

/** May throw what git does; what was half made then goes at the next call. */
export async function keepSpares(request: SparesRequest): Promise<SparesReport> {
  const { workspace, clock } = request;
  const { spares, sparesLock } = machinePaths(workspace.stateDir);
  await makeFolder(spares);
  const lock = await takeLock({ path: sparesLock, clock }, {});
  if (lock.kind === 'held')
    return { ready: 0, made: 0, why: `process ${lock.holder.pid} is making some` };
  try {
    return await keep(request);
  } finally {
    await lock.release();
  }
}

async function keep(request: SparesRequest): Promise<SparesReport> {
  const { workspace, clock, floorBytes } = request;
  const { stateDir } = workspace;
  const freeBytes = await freeBytesOf(stateDir);
  const full = belowFloor(stateDir, { freeBytes, floorBytes });
  const count = full === null ? request.count : 0;
  let ready = await dropOthers(request, count);
  const until = new Date(clock.now().getTime() + SPARES_KEPT_MS).toISOString();
  await writeDurably(machinePaths(stateDir).sparesKept, JSON.stringify({ until }));
  let made = 0;
  while (ready < count && (await makeSpare(request))) {
    ready += 1;
    made += 1;
  }
  const why = ready < request.count ? (full ?? 'none can be made of a partial clone') : null;
  return { ready, made, why };
}

/** All that are unfinished, too old, or too many. Returns how many are left. */
async function dropOthers(request: SparesRequest, count: number): Promise<number> {
  const { stateDir } = request.workspace;
  const oldest = new Date(request.clock.now().getTime() - MAX_AGE_MS).toISOString();
  const fresh: string[] = [];
  const gone = [...(await listUnfinishedSpares(stateDir))];
  for (const folder of await listSpares(stateDir)) {
    const record = await readSpareRecord(folder);
    if (record !== null && record.madeAt > oldest && fresh.length < count) fresh.push(folder);
    else gone.push(folder);
  }
  if (gone.length > 0)
    await bury(request, { paths: gone, refs: [], linked: null, why: 'it is no longer needed' });
  return fresh.length;
}
