/**
 * A worktree of a branch for a person to look around in. On the branch where that is checked out nowhere, so that what he
 * commits is on it; else on no branch.
 */
import { basename, dirname, join, resolve, sep } from 'node:path';

import { addCheckout, removeCheckout, listCheckouts, type Checkout } from '../git/add-checkout.ts';
import { readBlobs } from '../git/cat-file.ts';
import { diffTrees, type TreeChange } from '../git/diff-trees.ts';
import { gitIn, sealedEnvironment } from '../git/git-call.ts';
import { objectSizes } from '../git/object-sizes.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import {
  inspectPath,
  listFolder,
  makeFolder,
  OPEN_FOLDER,
  resolveLinks,
} from '../platform/files.ts';
import { sha256 } from '../platform/hash.ts';
import { machinePaths } from '../store/machine-paths.ts';
import { AppError } from '../words/errors.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { scanChanges } from '../worktrees/scan-changes.ts';
import type { CheckedOut, Named } from './contract.ts';
import { branchBase, namedBranch, type NamedBranch } from './named-branch.ts';

const MOST_FILES = 20_000;
const MOST_BYTES = 200_000;

/** Throws `refused` for a folder that holds something. */
export async function checkOutBranch(
  workspace: Workspace,
  { what, folder }: Named & { readonly folder: string | null },
): Promise<CheckedOut> {
  const named = await namedBranch(workspace, what);
  const { branch, tip } = named;
  const git = { cwd: workspace.location.root, env: workspace.gitEnv };
  const banners = await bannersOf(workspace, named);
  const listed = await listCheckouts(git);
  const all = listed.filter(({ gone }) => !gone);
  const place = folder === null ? defaultFolder(workspace, branch) : resolve(folder);
  const there = all.find((one) => one.folder === place);
  const own = all.find((one) => one.branch === branch);
  const usable = folder === null ? (own ?? there) : there;
  if (usable !== undefined && (usable.branch === branch || usable.head === tip))
    return {
      folder: usable.folder,
      branch,
      made: false,
      onBranch: usable.branch === branch,
      banners,
    };
  if (there !== undefined) await makeWay(workspace, there);
  await refuseFull(place);
  await makeFolder(dirname(place), folder === null ? undefined : OPEN_FOLDER);
  const onBranch = own === undefined;
  await addCheckout(git, {
    folder: place,
    what: onBranch ? { kind: 'branch', branch } : { kind: 'detached', commit: tip },
    instead: listed.some((one) => one.gone && (one.folder === place || one.branch === branch)),
  });
  return { folder: place, branch, made: true, onBranch, banners };
}

/** Only one that `checkOutBranch` made by itself, or that is named. Throws `refused` when something in it is not committed. */
export async function removeCheckOut(
  workspace: Workspace,
  { what, folder }: Named & { readonly folder: string | null },
): Promise<CheckedOut> {
  const named = await namedBranch(workspace, what);
  const git = { cwd: workspace.location.root, env: workspace.gitEnv };
  const place = folder === null ? defaultFolder(workspace, named.branch) : resolve(folder);
  const there = (await listCheckouts(git)).find((one) => one.folder === place);
  if (there === undefined || place === workspace.location.root) {
    throw new AppError('not-found', {
      code: 'checkout-unknown',
      message: `${named.branch} has no checkout in ${place}`,
      hint: 'All there are: git worktree list',
    });
  }
  await takeAway(workspace, there);
  const { branch } = named;
  return { folder: place, branch, made: false, onBranch: there.branch === branch, banners: [] };
}

/** That which `checkOutBranch` made by itself, if it is there. Throws `refused` when something in it is not committed. */
export async function removeOwnCheckOut(workspace: Workspace, branch: string): Promise<void> {
  const git = { cwd: workspace.location.root, env: workspace.gitEnv };
  const place = defaultFolder(workspace, branch);
  const there = (await listCheckouts(git)).find(({ folder, gone }) => folder === place && !gone);
  if (there !== undefined) await takeAway(workspace, there);
}

/** A path within the checkout, links followed. Throws `not-found`, and `refused` for one that leads out of it. */
export async function fileInCheckOut(folder: string, path: string): Promise<string> {
  const [root, real] = await Promise.all([
    resolveLinks(folder),
    resolveLinks(join(folder, path)).catch(() => null),
  ]);
  const name = oneLine(path, 200);
  if (root === null || real === null) {
    throw new AppError('not-found', {
      code: 'file-unknown',
      message: `there is no file ${name} in ${folder}`,
      hint: 'Write it from the top of the repository.',
    });
  }
  if (real === root || real.startsWith(`${root}${sep}`)) return real;
  throw new AppError('refused', {
    code: 'leads-out',
    message: `${name} leads out of the branch, to ${oneLine(real, 300)}`,
    hint: 'A branch that holds such a link needs care: roundsman review diff',
  });
}

/** Of ours, in the state folder; the end tells names apart that look alike on a disk. */
export function defaultFolder({ location }: Workspace, branch: string): string {
  const name = branch
    .replace(/^roundsman\//, '')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .slice(-60);
  const { checkouts } = machinePaths(location.stateDir);
  return join(checkouts, `${name.replace(/^[-.]+/, '')}-${sha256(branch).slice(0, 6)}`);
}

async function bannersOf(workspace: Workspace, named: NamedBranch): Promise<readonly string[]> {
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const base = await branchBase(git, named);
  return base === null ? [] : branchBanners(workspace, { base, tip: named.tip });
}

/** Removes an outdated checkout of ours, so that it can be made again. Throws `checkout-in-use` when it is in use. */
async function makeWay(workspace: Workspace, there: Checkout): Promise<void> {
  const { checkouts } = machinePaths(workspace.location.stateDir);
  if (dirname(there.folder) === checkouts) await takeAway(workspace, there);
}

async function takeAway({ location, gitEnv }: Workspace, { folder }: Checkout): Promise<void> {
  try {
    await removeCheckout({ cwd: location.root, env: gitEnv }, folder);
  } catch (thrown) {
    throw new AppError(
      'refused',
      {
        code: 'checkout-in-use',
        message: `the checkout ${folder} is not removed: something in it is not committed, or it is locked`,
        hint: `Look at it, then: git worktree remove --force ${folder}`,
      },
      { cause: thrown },
    );
  }
}

async function refuseFull(place: string): Promise<void> {
  const facts = await inspectPath(place);
  if (facts === null) return;
  if (facts.kind === 'folder' && (await listFolder(place)).length === 0) return;
  throw new AppError('refused', {
    code: 'folder-taken',
    message: `${place} is there already, and ${basename(place)} is not a checkout of this branch`,
    hint: 'Name another: --folder DIR',
  });
}

/**
 * What a person should know of a branch before its files lie on his disk.
 * In words for a terminal or Markdown; empty where nothing is odd.
 */
async function branchBanners(
  { location, gitEnv }: Workspace,
  { base, tip }: { readonly base: CommitSha; readonly tip: CommitSha },
): Promise<readonly string[]> {
  const git = { cwd: location.gitDir, env: gitEnv };
  const env = {
    ...sealedEnvironment(gitEnv),
    ...settingsAsEnvironment(),
    GIT_DIR: location.gitDir,
  };
  const repository = { cwd: location.gitDir, env };
  const { changes } = await diffTrees(repository, { from: base, to: tip, most: MOST_FILES });
  const kept = changes.filter(({ status }) => status !== 'D');
  const files = kept.filter(({ newMode }) => newMode !== '160000');
  const facts = await objectSizes(
    gitIn(git),
    files.map(({ newId }) => newId),
  );
  const sizes = new Map(
    facts.flatMap(({ id, type, size }) => (type === 'blob' ? [[id, size]] : [])),
  );
  const texts = new Map<string, string>();
  const wanted = [...new Set(files.filter(isRead).flatMap(({ oldId, newId }) => [oldId, newId]))];
  const known = await objectSizes(
    gitIn(git),
    wanted.filter((id) => !/^0+$/.test(id)),
  );
  const readable = known.flatMap(({ id, type, size }) =>
    type === 'blob' && size <= MOST_BYTES ? [{ blob: id, size }] : [],
  );
  await readBlobs(git, readable, (blob, content) => texts.set(blob, content.toString('utf8')));
  return scanChanges(changes, { texts, sizes });
}

/** Where a link leads, and which scripts a package has. */
function isRead({ path, newMode }: TreeChange): boolean {
  return newMode === '120000' || /(^|\/)package\.json$/.test(path);
}
