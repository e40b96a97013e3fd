/**
 * Puts away what a worktree holds and no branch does, before it is discarded: as a bundle, from which git gets it back.
 * It is gathered as a hand-back gathers it, through a bridge of its own: no git runs in the agent's folder or with its
 * `.git`.
 */
import { join } from 'node:path';

import { diffTrees } from '../git/diff-trees.ts';
import { fetchRefs, fileUrl } from '../git/fetch-ref.ts';
import { countChanges } from '../git/list-changed-files.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { updateRefs } from '../git/update-refs.ts';
import { chmod, inspectPath, makeFolder, readTextIfThere, removeTree } from '../platform/files.ts';
import { syncNames } from '../platform/many-files.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import { machinePaths } from '../store/machine-paths.ts';
import type { CommitSha } from '../words/ids.ts';
import { oneLine, plural } from '../words/text.ts';
import { archivePaths, writeArchiveRecord } from './archive-record.ts';
import { BRIDGE_TIP, makeBridge } from './bridge.ts';
import { uploadPackOf } from './enclosed-git.ts';
import { fetchAgentCommits } from './fetch-agent-commits.ts';
import { commitLeftovers, listLeftovers } from './list-leftovers.ts';
import type { ArchiveRecord } from './remains.ts';
import { bridgeGit, bridgeProgram, userGit } from './repository-calls.ts';
import { basePinOf } from './run-identity.ts';
import { withSizeLimit, withTimeLimit } from './work-limits.ts';
import type { WorktreeState } from './worktree-state.ts';

const FETCH_TIMEOUT_MS = 300_000;
const MOST_OTHERS = 20;
const MOST_OTHER_BYTES = 1_000_000_000;
const MOST_BYTES = 10_000_000_000;
const MOST_TOLD = 50;

export interface ArchiveRequest {
  readonly request: WorktreeRequest;
  readonly state: WorktreeState;
  /** One line: why it is discarded. */
  readonly because: string;
  /** A person knows that some of it may be lost. Else nothing is written when the archive cannot hold all of it. */
  readonly lossy: boolean;
}

export type ArchiveOutcome =
  /** Nothing is there that no branch has. */
  | { readonly kind: 'nothing' }
  | { readonly kind: 'archived'; readonly record: ArchiveRecord }
  /** What no archive can hold, as sentences. */
  | { readonly kind: 'incomplete'; readonly missing: readonly string[] };

/** Durable when it resolves; safe to repeat. */
export async function archiveWork(archive: ArchiveRequest): Promise<ArchiveOutcome> {
  const { request, state, because } = archive;
  const { id, routine, workspace } = request.spec;
  const paths = archivePaths(workspace.stateDir, id);
  await makeFolder(machinePaths(workspace.stateDir).archives, 0o700);
  const own = besideTheBridge(request, paths.scratch);
  try {
    await makeBridge(own, state);
    const gathered = await gather(request, own, state);
    const tips = await withoutKnown(own, state, gathered.tips);
    const [first] = tips;
    const { missing } = gathered;
    if (first === undefined && missing.length === 0) return { kind: 'nothing' };
    if (missing.length > 0 && !archive.lossy) return { kind: 'incomplete', missing };
    const record: ArchiveRecord = {
      version: 1,
      run: id,
      routine: routine.id,
      at: request.clock.now().toISOString(),
      because,
      base: state.opened.base,
      tips,
      diffstat:
        first === undefined
          ? null
          : await countChanges(bridgeGit(own), state.opened.base, first.tip),
      missing,
    };
    if (tips.length > 0) {
      await writeBundle(own, state, { path: paths.bundle, tips });
      // A run that was handed back has given it up.
      const pin = { kind: 'set', ref: basePinOf(id), to: state.opened.base } as const;
      await updateRefs(userGit(request), [pin]);
    }
    await writeArchiveRecord(workspace.stateDir, record);
    return { kind: 'archived', record };
  } finally {
    await removeTree(paths.scratch);
  }
}

/** A bridge beside the run's own, which may hold the only copy of something. No limit of a branch counts. */
function besideTheBridge(request: WorktreeRequest, bridge: string): WorktreeRequest {
  const { routine } = request.spec;
  const { outputs } = routine;
  const branch = { ...outputs.branch, maxBytes: MOST_BYTES };
  const spec = { ...request.spec, routine: { ...routine, outputs: { ...outputs, branch } } };
  return { ...request, spec, paths: { ...request.paths, bridge } };
}

interface Tip {
  readonly ref: string;
  readonly tip: CommitSha;
}

interface Gathered {
  readonly tips: readonly Tip[];
  /** What no archive can hold, as sentences. */
  readonly missing: readonly string[];
}

async function gather(
  request: WorktreeRequest,
  own: WorktreeRequest,
  state: WorktreeState,
): Promise<Gathered> {
  const ref = `refs/heads/${state.branch}`;
  const missing: string[] = [];
  const tips: Tip[] = [];
  if ((await inspectPath(request.paths.worktree))?.kind === 'folder') {
    const commits = await fetchAgentCommits(own, state);
    if (commits.kind !== 'tip')
      missing.push(`commits of the agent, but for the files that they left: ${commits.reason}`);
    const parent = commits.kind === 'tip' ? commits.tip : state.opened.base;
    const left = await takeLeftovers(own, state, parent);
    tips.push({ ref, tip: left.tip });
    missing.push(...left.missing);
    const others = commits.kind === 'tip' ? await takeOthers(own, ref, commits.elsewhere) : null;
    tips.push(...(others?.tips ?? []));
    missing.push(...(others?.missing ?? []));
  }
  const refused = await tipOfBridge(request, own);
  if (refused !== null) tips.push({ ref: `${ref}-refused`, tip: refused });
  return { tips, missing };
}

async function takeLeftovers(
  own: WorktreeRequest,
  state: WorktreeState,
  parent: CommitSha,
): Promise<{ readonly tip: CommitSha; readonly missing: readonly string[] }> {
  const leftovers = await listLeftovers(own, parent);
  const afterSetup = new Map(Object.entries(state.prepared.afterSetup));
  const made = (path: string): boolean => afterSetup.get(path) !== leftovers.marks.get(path);
  const tip = await commitLeftovers(own, parent, {
    changed: leftovers.changed.filter(made),
    removed: leftovers.removed.filter(made),
  });
  const skipped = leftovers.skipped.filter(({ path }) => afterSetup.get(path) !== 'skipped');
  const missing = skipped.slice(0, MOST_TOLD).map(({ path, why }) => `${oneLine(path)}: ${why}`);
  const more = skipped.length - missing.length;
  if (more > 0) missing.push(plural(more, 'more such path'));
  if (leftovers.tooMany) missing.push('files beyond those that are counted');
  return { tip, missing };
}

/** Commits that the agent left under other names. */
async function takeOthers(
  own: WorktreeRequest,
  ref: string,
  names: readonly string[],
): Promise<Gathered> {
  const tips: Tip[] = [];
  const missing: string[] = [];
  for (const [index, name] of names.entries()) {
    const to = `${ref}-other-${index + 1}`;
    const tip = index < MOST_OTHERS ? await takeOther(own, name, to) : null;
    if (tip === null) missing.push(`commits under ${oneLine(name)}`);
    else tips.push({ ref: to, tip });
  }
  return { tips, missing };
}

async function takeOther(
  own: WorktreeRequest,
  name: string,
  to: string,
): Promise<CommitSha | null> {
  if (!/^refs\/[\w.+-]+(\/[\w.+-]+)*$/.test(name)) return null;
  const git = bridgeGit(own);
  const uploadPack = await uploadPackOf(own);
  const folder = join(own.paths.bridge, 'objects');
  const { clock } = own;
  try {
    await withTimeLimit({ clock, ms: FETCH_TIMEOUT_MS }, (outer) =>
      withSizeLimit({ clock, folder, maxBytes: MOST_OTHER_BYTES, outer }, (signal) =>
        fetchRefs(git, {
          from: fileUrl(own.paths.worktree),
          refspecs: [`+${name}:${to}`],
          uploadPack,
          signal,
        }),
      ),
    );
    return await resolveCommit(git, to);
  } catch {
    // Told as missing: it is the agent's repository, and it may be anything.
    return null;
  }
}

/** What an earlier hand-back gathered and did not hand back. */
async function tipOfBridge(
  request: WorktreeRequest,
  own: WorktreeRequest,
): Promise<CommitSha | null> {
  const { bridge } = request.paths;
  if ((await inspectPath(bridge))?.kind !== 'folder') return null;
  // A bridge that borrows the agent's objects has none of its own, and only enclosed processes may read it.
  const borrowed = await readTextIfThere(join(bridge, 'objects', 'info', 'alternates'));
  if (borrowed?.includes(request.paths.worktree) === true) return null;
  const tip = await resolveCommit(bridgeGit(request), BRIDGE_TIP);
  if (tip === null) return null;
  await fetchRefs(bridgeGit(own), {
    from: fileUrl(bridge),
    refspecs: [`+${BRIDGE_TIP}:refs/roundsman/refused`],
  });
  return tip;
}

/** Only what neither the base, nor the run's branch, nor an earlier one of them has. */
async function withoutKnown(
  own: WorktreeRequest,
  state: WorktreeState,
  tips: readonly Tip[],
): Promise<readonly Tip[]> {
  const repository = bridgeProgram(own);
  const branch = await resolveCommit(userGit(own), `refs/heads/${state.branch}`);
  const known: string[] = [state.opened.base, ...(branch === null ? [] : [branch])];
  const fresh: Tip[] = [];
  for (const one of tips) {
    const same = await Promise.all(
      known.map(async (other) => {
        const diff = await diffTrees(repository, { from: other, to: one.tip, most: 1 });
        return diff.count === 0;
      }),
    );
    if (same.includes(true)) continue;
    fresh.push(one);
    known.push(one.tip);
  }
  return fresh;
}

async function writeBundle(
  own: WorktreeRequest,
  state: WorktreeState,
  { path, tips }: { readonly path: string; readonly tips: readonly Tip[] },
): Promise<void> {
  const git = bridgeGit(own);
  for (const { ref, tip } of tips) await git(['update-ref', ref, tip]);
  const refs = tips.map(({ ref }) => ref);
  await git(['bundle', 'create', '--quiet', path, ...refs, `^${state.opened.base}`]);
  await git(['bundle', 'verify', '--quiet', path]);
  await chmod(path, 0o600);
  await syncNames(path);
  await syncNames(join(path, '..'));
}
