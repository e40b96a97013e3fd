/**
 * Where a union is at work, and taking back what it made there: work folders, whatever their checks started, refs in the
 * user's repository. Beside each folder a file names the process at work, written first and removed last, so that the next
 * union, or `gc`, finds what a dead one left.
 */
import { join } from 'node:path';

import { gitIn } from '../../git/git-call.ts';
import { listRefsBelow } from '../../git/list-refs.ts';
import { updateRefs } from '../../git/update-refs.ts';
import { endLeft } from '../../platform/confined-process.ts';
import {
  createExclusively,
  listFolder,
  makeFolder,
  readTextIfThere,
  removeTree,
} from '../../platform/files.ts';
import { parseIdentity, takeLock } from '../../platform/lock.ts';
import { isAlive, ownIdentity } from '../../platform/process-identity.ts';
import { machinePaths } from '../../store/machine-paths.ts';
import { reviewWorkPaths } from '../../store/run-folder/run-paths.ts';
import { AppError } from '../../words/errors.ts';
import { isRunId, shortIdOf, type RunId } from '../../words/ids.ts';
import type { Union } from '../../words/review/change-set.ts';
import type { Workspace } from '../../workspace/contract.ts';
import { removeRunRepository } from '../../worktrees/release-run-repository.ts';

/** The merged whole of a union. Stays, so that it can be landed as it was checked. */
export function unionRef(id: RunId): string {
  return `refs/roundsman/unions/${id}`;
}

const TRIES = 'refs/roundsman/tries/';

/** What is merged only to be checked once; goes when it was. */
export function tryRef(id: RunId): string {
  return `${TRIES}${id}`;
}

/** One union at a time in a workspace. Throws `refused` while another is being built; a dead one's lock is broken. */
export async function withUnionLock<Result>(
  workspace: Workspace,
  set: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const { stateDir } = workspace.location;
  await makeFolder(stateDir, 0o700);
  const path = machinePaths(stateDir).unionLock;
  const lock = await takeLock({ path, clock: workspace.clock }, { set });
  if (lock.kind === 'held') {
    throw new AppError('refused', {
      code: 'union-at-work',
      message: `branches are being tested together already, by process ${lock.holder.pid}`,
      hint: 'Wait for it, or end that one.',
    });
  }
  try {
    await clearLeft(workspace);
    return await work();
  } finally {
    await lock.release();
  }
}

/** Before anything is made for it. */
export async function claimWork(workspace: Workspace, id: RunId): Promise<void> {
  const { stateDir } = workspace.location;
  await makeFolder(machinePaths(stateDir).reviewWork, 0o700);
  await createExclusively(claimPath(stateDir, id), JSON.stringify(ownIdentity()));
}

/** Safe to repeat. A pin that cannot be dropped now, because the refs are locked, is dropped by a later call. */
export async function removeWork(workspace: Workspace, id: RunId): Promise<void> {
  const { location, gitEnv, clock } = workspace;
  const paths = reviewWorkPaths(location.stateDir, id);
  await endLeft({ runId: id, groupList: paths.controlGroups, roots: [], clock });
  const spec = { id, workspace: location };
  const notices = await removeRunRepository({ spec, gitEnv, paths });
  await removeTree(paths.folder);
  if (notices.length === 0) await removeTree(claimPath(location.stateDir, id));
}

export interface LeftWork {
  readonly id: RunId;
  readonly claim: string;
  /** `null`: the process that was at work on it is dead. */
  readonly pid: number | null;
}

/** Work folders of unions, and who is at work on them. */
export async function listWork(stateDir: string): Promise<readonly LeftWork[]> {
  const { reviewWork: work } = machinePaths(stateDir);
  const found: LeftWork[] = [];
  for (const name of await listFolder(work)) {
    const id = name.endsWith(CLAIM) ? name.slice(0, -CLAIM.length) : '';
    if (!isRunId(id)) continue;
    const claim = join(work, name);
    const holder = parseIdentity(await readTextIfThere(claim));
    found.push({ id, claim, pid: holder !== null && isAlive(holder) ? holder.pid : null });
  }
  return found;
}

const CLAIM = '.union.json';

function claimPath(stateDir: string, id: RunId): string {
  return join(machinePaths(stateDir).reviewWork, `${id}${CLAIM}`);
}

/** Under the lock: whatever is there is a dead one's. */
async function clearLeft(workspace: Workspace): Promise<void> {
  const { location, gitEnv, review, clock } = workspace;
  const git = gitIn({ cwd: location.root, env: gitEnv });
  for (const { id, pid } of await listWork(location.stateDir))
    if (pid === null) await removeWork(workspace, id);
  const cutOff = (await review.unions.list()).filter(({ state }) => state.kind === 'running');
  const tries = await listRefsBelow({ cwd: location.root, env: gitEnv }, TRIES);
  const refs = [...tries, ...cutOff.map(({ id }) => unionRef(id))];
  if (refs.length > 0)
    await updateRefs(
      git,
      refs.map((ref) => ({ kind: 'delete', ref })),
    );
  for (const union of cutOff) await review.unions.write(cutOffUnion(union, clock.now()));
}

function cutOffUnion(union: Union, now: Date): Union {
  const why = `the process that built ${shortIdOf(union.id)} died in the middle`;
  return {
    ...union,
    state: { kind: 'failed', why },
    commit: null,
    endedAt: union.endedAt ?? now.toISOString(),
  };
}
