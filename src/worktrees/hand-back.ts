/**
 * The `hand-back` step: from a hostile folder to a new branch in the user's repository, or to a reason why not.
 *
 * **Invariant:** of the user's repository nothing changes but the new branch; what is not handed back stays where
 * it is, and a notice says where.
 */
import { asAppError } from '../domain/errors.ts';
import type { CommitSha } from '../domain/ids.ts';
import { inlineCode, oneLine } from '../domain/text.ts';
import { countChanges } from '../git/count-changes.ts';
import { diffTrees, type TreeChange } from '../git/diff-trees.ts';
import { isAncestor } from '../git/is-ancestor.ts';
import { updateRefs } from '../git/update-refs.ts';
import { inspectPath } from '../platform/files.ts';
import { BRIDGE_TIP, makeBridge } from './bridge.ts';
import { commitLeftovers } from './commit-leftovers.ts';
import { compareRepository } from './compare-repository.ts';
import type { HandBack, OpenedBase, WorktreeRequest } from './contract.ts';
import { removeAdminFolder } from './create-linked-worktree.ts';
import { dropPins } from './drop-pins.ts';
import { fetchAgentCommits } from './fetch-agent-commits.ts';
import { holdWork } from './hold-work.ts';
import { judgeChanges, judgeLeftovers } from './judge-changes.ts';
import { listLeftovers, type Leftovers } from './list-leftovers.ts';
import { publishBranch } from './publish-branch.ts';
import { bridgeGit } from './repository-calls.ts';
import { scanChanges } from './scan-changes.ts';
import { readWorktreeState, type WorktreeState } from './worktree-state.ts';

/** Also for a run that got no further than `open`: then there is nothing, and only the pins go. */
export async function handBack(request: WorktreeRequest, _opened: OpenedBase): Promise<HandBack> {
  const state = await readWorktreeState(request.paths);
  if (state === null) return nothing([]);
  if (state.stage !== 'prepared') return nothing(await letGo(request, state));
  try {
    return await bringBack(request, state);
  } catch (thrown) {
    await holdWork(request, `it was not handed back: ${oneLine(asAppError(thrown).message, 300)}`);
    throw thrown;
  }
}

async function bringBack(request: WorktreeRequest, state: WorktreeState): Promise<HandBack> {
  const notices = [...(await compareRepository(request, state))];
  const folder = await inspectPath(request.paths.worktree);
  if (folder?.kind !== 'folder') {
    notices.push(
      `the worktree ${request.paths.worktree} is gone: nothing of it could be handed back`,
    );
    return nothing([...notices, ...(await letGo(request, state))]);
  }
  const found = await gather(request, state);
  notices.push(...found.notices);
  if (found.holds !== null) await holdWork(request, found.holds);
  if (found.refused !== null)
    return refuse(request, state, { ...found, refused: found.refused, notices });
  if (found.changes.length === 0) return nothing([...notices, ...(await letGo(request, state))]);
  return publish(request, state, { ...found, notices });
}

interface Gathered {
  readonly tip: CommitSha;
  readonly changes: readonly TreeChange[];
  readonly refused: string | null;
  /** Why the folder has to stay although the run was handed back. */
  readonly holds: string | null;
  readonly notices: readonly string[];
}

/** Everything into the bridge, judged; the user's repository is not written to. */
async function gather(request: WorktreeRequest, state: WorktreeState): Promise<Gathered> {
  request.progress('gathering what the agent left');
  await makeBridge(request, state);
  const git = bridgeGit(request);
  const { base } = state.opened;
  const notices: string[] = [];
  const holds: string[] = [];
  const commits = await fetchAgentCommits(request, state);
  await request.probe?.('worker/commits-fetched');
  let tip = base;
  if (commits.kind === 'unusable') {
    notices.push(
      `commits of the agent were not taken, only its files: ${commits.reason}; its folder is kept: ${request.paths.worktree}`,
    );
    holds.push(commits.reason);
  } else {
    tip = commits.tip;
    if (commits.elsewhere.length > 0) {
      const names = commits.elsewhere.slice(0, 10).map(inlineCode).join(', ');
      notices.push(
        `the agent left commits outside its branch, under ${names}; they were not handed back and are kept in ${request.paths.worktree}`,
      );
      holds.push('it has commits outside its branch');
    }
  }
  const listed = await listLeftovers(request, tip);
  const leftovers = withoutSetup(listed, state);
  notices.push(...skippedNotices(request, leftovers));
  if (leftovers.skipped.length > 0) holds.push('it has files that could not be committed');
  const tooMuch = judgeLeftovers(request, leftovers);
  if (tooMuch === null) tip = await commitLeftovers(request, tip, leftovers);
  await updateRefs(git, [{ kind: 'set', ref: BRIDGE_TIP, to: tip }]);
  await request.probe?.('worker/leftovers-committed');
  const changes = await diffTrees(git, base, tip);
  // An agent may have looked at an older commit and stayed there: nothing was made.
  const idle = tooMuch === null && (tip === base || (await isAncestor(git, tip, base)));
  const refused = tooMuch ?? (idle ? null : await judgeChanges(request, state, { tip, changes }));
  return {
    tip,
    changes: idle ? [] : changes,
    refused: changes.length === 0 && tooMuch === null && tip === base ? null : refused,
    holds: holds.length === 0 ? null : holds.join('; '),
    notices,
  };
}

/** What set-up left, and nobody touched since, is no work of the agent's. */
function withoutSetup(leftovers: Leftovers, state: WorktreeState): Leftovers {
  const { afterSetup } = state.prepared;
  const made = (path: string): boolean => afterSetup[path] !== leftovers.marks[path];
  return {
    ...leftovers,
    changed: leftovers.changed.filter(made),
    removed: leftovers.removed.filter(made),
    skipped: leftovers.skipped.filter(({ path }) => afterSetup[path] !== 'skipped'),
  };
}

function skippedNotices(request: WorktreeRequest, leftovers: Leftovers): readonly string[] {
  return leftovers.skipped
    .slice(0, 20)
    .map(
      ({ path, why }) =>
        `${inlineCode(path)} was not committed: ${why}; it is kept in ${request.paths.worktree}`,
    );
}

async function publish(
  request: WorktreeRequest,
  state: WorktreeState,
  found: Gathered,
): Promise<HandBack> {
  request.progress('handing the branch back');
  const git = bridgeGit(request);
  const published = await publishBranch(request, state, found.tip);
  await request.probe?.('worker/branch-published');
  if (published.kind === 'refused')
    return refuse(request, state, { ...found, refused: published.reason });
  const scanned = scanChanges(found.changes, await linkTargets(request, found.changes));
  return {
    branch: state.branch,
    head: published.head,
    diffstat: await countChanges(git, state.opened.base, found.tip),
    changes: { kind: 'branch' },
    notices: [...found.notices, ...scanned, ...(await letGo(request, state))],
  };
}

/** The work stays in the bridge, with its base still pinned, until a person looked at it. */
async function refuse(
  request: WorktreeRequest,
  state: WorktreeState,
  found: Gathered & { readonly refused: string },
): Promise<HandBack> {
  const { bridge } = request.paths;
  await holdWork(request, `its changes were refused: ${found.refused}`);
  const look = `git --git-dir=${quoted(bridge)} log -p ${state.opened.base.slice(0, 12)}..${BRIDGE_TIP}`;
  return {
    branch: null,
    head: found.tip,
    diffstat: await countChanges(bridgeGit(request), state.opened.base, found.tip),
    changes: { kind: 'refused', reason: oneLine(found.refused, 300) },
    notices: [...found.notices, `the work is kept aside; look at it with: ${look}`],
  };
}

function quoted(path: string): string {
  return /^[\w./+-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

async function linkTargets(
  request: WorktreeRequest,
  changes: readonly TreeChange[],
): Promise<ReadonlyMap<string, string>> {
  const targets = new Map<string, string>();
  for (const change of changes) {
    if (change.newMode !== '120000') continue;
    const asked = await bridgeGit(request)(['cat-file', 'blob', change.newId]);
    targets.set(change.path, asked.stdout);
  }
  return targets;
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
