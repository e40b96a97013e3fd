/**
 * The `hand-back` step: from a hostile folder to a new branch in the user's repository, or to a reason why not.
 *
 * **Invariant:** of the user's repository nothing changes but the new branch; what is not handed back stays where
 * it is, and a notice says where.
 */
import { isAncestor } from '../git/ancestry.ts';
import { diffTrees } from '../git/diff-trees.ts';
import { fetchRefs, fileUrl } from '../git/fetch-ref.ts';
import { type GitCall, gitIn } from '../git/git-call.ts';
import { countChanges } from '../git/list-changed-files.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import { inspectPath } from '../platform/files.ts';
import { reopenTree } from '../platform/reopen-tree.ts';
import type { HandBack, OpenedBase, WorktreeRequest } from '../sandbox/run-worktree.ts';
import { asAppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import { BRIDGE_TIP } from './bridge.ts';
import { compareRepository } from './compare-repository.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';
import { dropPins } from './drop-pins.ts';
import { shellWord, gitRejection } from './enclosed-git.ts';
import { type Gathered, gatherWork } from './gather-work.ts';
import { type LookedAt, scanWork } from './inspect-commits.ts';
import { bridgeGit, bridgeProgram, userGit } from './repository-calls.ts';
import { identityOf, incomingRefOf } from './run-identity.ts';
import {
  needWorktreeState,
  readWorktreeState,
  type WorktreeState,
  writeWorktreeState,
} from './worktree-state.ts';

// Brings a judged tip from the bridge into the user's repository, as one new branch and nothing else.

type Published =
  | { readonly kind: 'branch'; readonly head: CommitSha }
  | { readonly kind: 'refused'; readonly reason: string };

/** Doing it again after a crash does it once: a commit of leftovers is another one then, with the same content. */
async function publishBranch(
  request: WorktreeRequest,
  state: WorktreeState,
  tip: CommitSha,
): Promise<Published> {
  const git = gitIn({
    cwd: request.spec.workspace.root,
    env: { ...request.gitEnv, ...identityOf(request.spec), GIT_ALLOW_PROTOCOL: 'file' },
  });
  const ref = `refs/heads/${state.branch}`;
  const there = await resolveCommit(git, ref);
  if (there !== null) {
    if (there === tip || (await isSameTree(request, there, tip)))
      return { kind: 'branch', head: there };
    return { kind: 'refused', reason: `there is a branch ${state.branch} already` };
  }
  const incoming = incomingRefOf(request.spec.id);
  try {
    await fetchRefs(git, {
      from: fileUrl(request.paths.bridge),
      refspecs: [`+${BRIDGE_TIP}:${incoming}`],
    });
    await request.probe?.('worker/branch-fetched');
    await updateRefs(git, [{ kind: 'create', ref, to: tip }]);
    return { kind: 'branch', head: tip };
  } catch (thrown) {
    const why = oneLine(asAppError(thrown).message, 500);
    const rejection = gitRejection(why);
    if (rejection !== null)
      return { kind: 'refused', reason: `git refuses such files: ${rejection}` };
    return {
      kind: 'refused',
      reason: `the branch ${state.branch} could not be created: ${why.slice(0, 300)}`,
    };
  }
}

/** Seen from the bridge, which has the user's objects too. */
async function isSameTree(request: WorktreeRequest, a: CommitSha, b: CommitSha): Promise<boolean> {
  const { count } = await diffTrees(bridgeProgram(request), { from: a, to: b, most: 0 });
  return count === 0;
}

/**
 * Also for a run that got no further than `open`: then there is nothing, and only the pins go.
 * @param tell given what was found in the user's repository, before anything else may fail because of it
 */
export async function handBack(
  request: WorktreeRequest,
  _opened: OpenedBase,
  tell: (notices: readonly string[]) => void = () => undefined,
): Promise<HandBack> {
  const state = await readWorktreeState(request.paths);
  if (state === null) return nothing([]);
  if (state.stage !== 'prepared') return nothing(await letGo(request, state));
  try {
    return await bringBack(request, state, tell);
  } catch (thrown) {
    await holdWork(request, `it was not handed back: ${oneLine(asAppError(thrown).message, 300)}`);
    throw thrown;
  }
}

async function bringBack(
  request: WorktreeRequest,
  state: WorktreeState,
  tell: (notices: readonly string[]) => void,
): Promise<HandBack> {
  const notices = [...(await compareRepository(request, state))];
  tell(notices);
  const folder = await inspectPath(request.paths.worktree);
  if (folder?.kind !== 'folder') {
    notices.push(
      `the worktree ${request.paths.worktree} is gone: nothing of it could be handed back`,
    );
    return nothing([...notices, ...(await letGo(request, state))]);
  }
  // Its programs are dead. What they closed to themselves git could not look at.
  await reopenTree(request.paths.worktree);
  const found = await gatherWork(request, state);
  notices.push(...found.notices);
  if (found.holds !== null) await holdWork(request, found.holds);
  const { refused, tip, made } = found;
  if (refused !== null) return refuse(request, state, { ...found, refused, notices });
  if (found.idle || tip === null || made === null)
    return nothing([...notices, ...(await letGo(request, state))]);
  const before = await unchangedSince(request, found);
  if (before !== null) {
    notices.push(
      `nothing was changed since the attempt before: its branch ${before} is what there is`,
    );
    return nothing([...notices, ...(await letGo(request, state))]);
  }
  return publish(request, state, { ...found, tip, made, notices });
}

/** The branch that an earlier attempt handed back, where this one neither committed nor changed anything. */
async function unchangedSince(
  request: WorktreeRequest,
  { tip, committed }: Gathered,
): Promise<string | null> {
  const before = request.spec.follows?.kept?.handedBack;
  if (before === undefined || tip === null || committed === null) return null;
  const bridge = bridgeGit(request);
  // A branch that is gone is handed back once more, whatever became of it.
  const there = await resolveCommit(userGit(request), `refs/heads/${before.branch}`);
  if (there === null || !(await isKnown(bridge, before.head, there))) return null;
  if (!(await isAncestor(bridge, committed, before.head))) return null;
  return (await isSameTree(request, before.head, tip)) ? before.branch : null;
}

/** It may have been taken further, or moved away from what was handed back. */
async function isKnown(git: GitCall, head: CommitSha, there: CommitSha): Promise<boolean> {
  return (await resolveCommit(git, head)) !== null && isAncestor(git, head, there);
}

async function publish(
  request: WorktreeRequest,
  state: WorktreeState,
  found: Gathered & { readonly tip: CommitSha; readonly made: LookedAt },
): Promise<HandBack> {
  request.progress('handing the branch back');
  const tip = (await request.compose?.(found.tip)) ?? found.tip;
  // Once the branch is there, nothing that is only told beside it may make it look refused.
  const [published, banners, diffstat] = await Promise.all([
    publishBranch(request, state, tip),
    scanWork(request, found.made).catch(notScanned),
    countChanges(bridgeGit(request), state.opened.base, tip).catch(() => null),
  ]);
  await request.probe?.('worker/branch-published');
  if (published.kind === 'refused')
    return refuse(request, state, { ...found, refused: published.reason });
  return {
    branch: state.branch,
    head: published.head,
    diffstat,
    changes: { kind: 'branch' },
    notices: [...found.notices, ...banners, ...(await letGo(request, state))],
  };
}

function notScanned(thrown: unknown): readonly string[] {
  const why = oneLine(asAppError(thrown).message, 300);
  return [`look before you check it out: the branch could not be scanned: ${why}`];
}

/** With more than this a person wants to know the number of files, and no more. */
const COUNTED_FILES = 5_000;

/** The work stays in the bridge, with its base still pinned, until a person looked at it. */
async function refuse(
  request: WorktreeRequest,
  state: WorktreeState,
  found: Gathered & { readonly refused: string },
): Promise<HandBack> {
  await holdWork(request, `its changes were refused: ${found.refused}`);
  const { tip, made } = found;
  const { base } = state.opened;
  const counted = made !== null && made.changeCount <= COUNTED_FILES;
  return {
    branch: null,
    head: tip,
    diffstat: counted ? await countChanges(bridgeGit(request), base, made.tip) : null,
    changes: { kind: 'refused', reason: oneLine(found.refused, 300) },
    notices: [
      ...found.notices,
      ...(made === null ? [] : await scanWork(request, made)),
      ...(await waysToTake(request, state, tip)),
    ],
  };
}

/** Our refs and our linked worktree leave the user's repository; the folder itself is `release`'s business. */
async function letGo(request: WorktreeRequest, state: WorktreeState): Promise<readonly string[]> {
  const left = await dropPins(request);
  await request.probe?.('worker/pins-dropped');
  if (state.linked !== null) await removeAdminFolder(request, state.linked.adminFolder);
  return left === null ? [] : [left];
}

function nothing(notices: readonly string[]): HandBack {
  return { branch: null, head: null, diffstat: null, changes: { kind: 'none' }, notices };
}

/** From now on no clean-up removes the worktree: it has work that was not handed back. */
async function holdWork(request: WorktreeRequest, reason: string): Promise<void> {
  const state = await needWorktreeState(request.paths);
  await writeWorktreeState(request.paths, { ...state, holds: reason });
}

/**
 * What to tell about work that was refused: where it is, and the commands that show and take it.
 * @param tip `null` when git takes nothing of it
 */
async function waysToTake(
  request: WorktreeRequest,
  state: WorktreeState,
  tip: CommitSha | null,
): Promise<readonly string[]> {
  const { bridge, worktree } = request.paths;
  const { base } = state.opened;
  if (tip === null || tip === base) return [`the work is kept aside, as files in ${worktree}`];
  const look = `git --git-dir=${shellWord(bridge)} log -p ${base.slice(0, 12)}..${BRIDGE_TIP}`;
  const taken = await resolveCommit(userGit(request), `refs/heads/${state.branch}`);
  const branch = taken === null ? state.branch : `${state.branch}-kept`;
  const root = shellWord(request.spec.workspace.root);
  const take = `git -C ${root} fetch --no-tags ${shellWord(bridge)} ${BRIDGE_TIP}:refs/heads/${branch}`;
  return [
    `the work is kept aside; look at it with: ${look}`,
    `to take it all the same, as a branch that you can check out: ${take}`,
  ];
}
