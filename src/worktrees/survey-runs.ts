/** What runs have left of their repositories: read and measured, nothing judged. */
import { join } from 'node:path';

import { gitIn } from '../git/git-call.ts';
import { measureTree, type TreeSize } from '../platform/disk.ts';
import {
  inspectPath,
  listFolder,
  readTextIfThere,
  resolveLinks,
  inspectPaths,
} from '../platform/files.ts';
import { parseIdentity } from '../platform/lock.ts';
import { isAlive } from '../platform/process-identity.ts';
import type { ProcessPlace } from '../platform/process-tree.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { readRunFolder } from '../store/run-folder/read-run-folder.ts';
import { runPaths, type RunPaths } from '../store/run-folder/run-paths.ts';
import { isRunId, type RoutineId, type RunId } from '../words/ids.ts';
import { resultOf } from '../words/run-program.ts';
import type { RunSpec, WorkspaceLocation } from '../words/run-spec.ts';
import type { RunRecord } from '../words/run.ts';
import type { RunRepositoryFacts, Remains } from './remains.ts';
import { readWorktreeState, type WorktreeState } from './worktree-state.ts';

/** What a run's supervisor and worker may still write after the end was recorded. */
const SETTLE_MS = 60_000;
/** git rewrites its index on a mere look. */
const NOT_WORK = ['.git/index'];

export interface SurveyedRun {
  readonly id: RunId;
  readonly paths: RunPaths;
  readonly routine: RoutineId | null;
  readonly spec: RunSpec | null;
  readonly record: RunRecord | null;
  /** `null` when nothing was opened, when all was given back, or when it cannot be read. */
  readonly worktree: WorktreeState | null;
  /** `null` when nothing of the run's repository is there. */
  readonly facts: RunRepositoryFacts | null;
  /** Of what belongs to the repository; `null` when there is none. */
  readonly size: TreeSize | null;
}

export interface RunSurvey {
  readonly stateDir: string;
  /** Of the machine, looked at once. */
  readonly places: readonly ProcessPlace[];
}

/** Ids of the runs that have a folder, oldest first. */
export async function listRunFolders(stateDir: string): Promise<readonly RunId[]> {
  return (await listFolder(machinePaths(stateDir).runs)).filter((name) => isRunId(name));
}

/** What belongs to a run's repository, in the order in which it may go: its record first. */
export function repositoryPaths(paths: RunPaths): readonly string[] {
  const { worktreeState, worktree, spare, bridge, temporary, packages, trustedIndex } = paths;
  return [worktreeState, worktree, spare, bridge, temporary, packages, trustedIndex];
}

export async function surveyRun({ stateDir, places }: RunSurvey, id: RunId): Promise<SurveyedRun> {
  const paths = runPaths(stateDir, id);
  const read = await readRunFolder(stateDir, id);
  const stored = read.kind === 'run' ? read.run : null;
  const run = {
    id,
    paths,
    routine: stored?.spec.routine.id ?? null,
    spec: stored?.spec ?? null,
    record: stored?.record ?? null,
  };
  const there = await Promise.all(repositoryPaths(paths).map((path) => inspectPath(path)));
  if (there.every((facts) => facts === null))
    return { ...run, worktree: null, facts: null, size: null };
  const { worktree, unreadable } = await readState(paths);
  const size = await sizeOf(paths);
  const endedAt = run.record?.phase.kind === 'ended' ? run.record.phase.endedAt : null;
  const usedUntil = Math.max(
    Date.parse(endedAt ?? ''),
    worktree?.usedUntil === undefined ? -Infinity : Date.parse(worktree.usedUntil),
  );
  const changed = endedAt !== null && size.newestMs > usedUntil + SETTLE_MS;
  return {
    ...run,
    worktree,
    size,
    facts: {
      kind: 'run-repository',
      endedAt,
      attendedBy: await attendantOf(paths, id, places),
      unreadable: (await linkedAway(paths)) ?? unreadable ?? missing(stored),
      holds: worktree?.holds ?? null,
      touched: changed ? size.newest : null,
      good: run.record !== null && isGood(run.record),
      keepUntil: keepUntilOf(run, worktree, endedAt),
      unmerged: null,
    },
  };
}

/** What lies behind a link may be a folder of the person's own. */
async function linkedAway({ folder }: RunPaths): Promise<string | null> {
  return (await inspectPath(folder))?.kind === 'folder' ? null : 'a link is in place of its folder';
}

function missing(stored: object | null): string | null {
  return stored === null ? 'the record of its run cannot be read' : null;
}

/** Whether the result lets the worktree be kept for `keep.success`, or for `keep.failure`. */
export function isGood(record: RunRecord): boolean {
  const { execution, report } = resultOf(record);
  return execution === 'succeeded' && report === 'valid';
}

async function readState(
  paths: RunPaths,
): Promise<{ readonly worktree: WorktreeState | null; readonly unreadable: string | null }> {
  try {
    const worktree = await readWorktreeState(paths);
    const folder = await inspectPath(paths.worktree);
    const unreadable =
      worktree === null && folder !== null ? 'there is no record of what it holds' : null;
    return { worktree, unreadable };
  } catch {
    return { worktree: null, unreadable: 'its record cannot be read' };
  }
}

/** What release says when it comes; until then counted from the end, as the routine says. */
function keepUntilOf(
  { spec, record }: Pick<SurveyedRun, 'spec' | 'record'>,
  worktree: WorktreeState | null,
  endedAt: string | null,
): string | null {
  if (worktree !== null && worktree.keepUntil !== null) return worktree.keepUntil;
  if (endedAt === null || spec === null || record === null) return null;
  const { successMs, failureMs } = spec.routine.workspace.keep;
  const ms = isGood(record) ? successMs : failureMs;
  return new Date(Date.parse(endedAt) + ms).toISOString();
}

async function sizeOf(paths: RunPaths): Promise<TreeSize> {
  const worktree = await measureTree(paths.worktree, NOT_WORK);
  const others = [
    paths.spare,
    paths.bridge,
    paths.temporary,
    paths.packages,
    paths.trustedIndex,
    paths.worktreeState,
  ];
  let { bytes, files } = worktree;
  for (const path of others) {
    const size = await measureTree(path);
    bytes += size.bytes;
    files += size.files;
  }
  return { ...worktree, bytes, files };
}

/** Describes a live process of the run, or one whose working directory is in its folder; `null`: there is none. */
async function attendantOf(
  paths: RunPaths,
  id: RunId,
  places: readonly ProcessPlace[],
): Promise<string | null> {
  const claims = (await listFolder(paths.folder)).filter((name) => /^claim-[0-9]+$/.test(name));
  for (const name of claims) {
    const holder = parseIdentity(await readTextIfThere(join(paths.folder, name)));
    if (holder !== null && isAlive(holder))
      return `its supervisor (process ${holder.pid}) is still at work`;
  }
  const marked = places.find(({ run }) => run === id);
  if (marked !== undefined) return `process ${marked.pid} of the run is still alive`;
  const folder = await resolveLinks(paths.folder);
  const standing = places.find(
    (place) =>
      folder !== null && (place.folder === folder || place.folder?.startsWith(`${folder}/`)),
  );
  return standing === undefined ? null : `process ${standing.pid} works in its folder`;
}

// Our refs in the user's repository: whose they are, and whether that run still needs them.
export interface PinSurvey {
  readonly workspace: WorkspaceLocation;
  readonly gitEnv: Readonly<Record<string, string>>;
  readonly now: Date;
  /** What is known of a run: whether it may still need its pins, and since when it does not. */
  readonly ownerOf: (id: RunId) => Promise<PinOwner>;
}

export type PinOwner =
  | { readonly kind: 'needs'; readonly why: string }
  /** ISO 8601. */
  | { readonly kind: 'ended'; readonly since: string }
  | { readonly kind: 'unknown' };

const PREFIX = 'refs/roundsman/';

export async function surveyPins(survey: PinSurvey): Promise<readonly Remains[]> {
  const git = gitIn({ cwd: survey.workspace.root, env: survey.gitEnv });
  const listed = await git(['for-each-ref', '--format=%(refname)', PREFIX], {
    okExitCodes: [0, 128],
  });
  const refs = listed.stdout.split('\n').filter((ref) => ref.startsWith(PREFIX));
  return Promise.all(refs.map((ref) => pinOf(survey, ref)));
}

async function pinOf({ ownerOf, now }: PinSurvey, ref: string): Promise<Remains> {
  const run = ref.split('/').find((word) => isRunId(word)) ?? null;
  const owner: PinOwner = run === null ? { kind: 'unknown' } : await ownerOf(run);
  const pin = {
    kind: 'pin' as const,
    at: ref,
    bytes: 0,
    files: 0,
    since: owner.kind === 'ended' ? owner.since : now.toISOString(),
    owner: run === null ? null : { routine: null, run },
  };
  if (owner.kind === 'needs') return { ...pin, facts: { kind: 'needed', why: owner.why } };
  if (owner.kind === 'ended') return { ...pin, facts: { kind: 'left', why: 'its run has ended' } };
  const why = 'no run of this state folder is known that it belongs to';
  return { ...pin, facts: { kind: 'doubtful', why } };
}

/** While anything of its repository is there, or it may still be opened, its pins stay. */
export async function readPinOwner(stateDir: string, id: RunId): Promise<PinOwner> {
  const paths = runPaths(stateDir, id);
  if (inspectPaths(repositoryPaths(paths)).some((facts) => facts !== null))
    return { kind: 'needs', why: 'its worktree is kept' };
  const read = await readRunFolder(stateDir, id);
  const record = read.kind === 'run' ? read.run.record : null;
  if (record === null) return { kind: 'unknown' };
  return record.phase.kind === 'ended'
    ? { kind: 'ended', since: record.phase.endedAt }
    : { kind: 'needs', why: 'its run has not ended' };
}
