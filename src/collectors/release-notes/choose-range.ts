/** Which commits the notes are held against. */
import { isAncestor } from '../../git/ancestry.ts';
import type { GitCall } from '../../git/git-call.ts';
import { findTips, isShallow, type NamedTip } from '../../git/list-refs.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { AppError } from '../../words/errors.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ReleaseDeployment, ReleaseRange } from '../../words/release-note.ts';
import { closestWord } from '../../words/text.ts';
import { compareVersions } from '../../words/version-order.ts';
import { lastReleaseBefore, type ReleaseSearch, type Start } from './last-release.ts';
import { releaseTags } from './release-tags.ts';
import type { DeploymentMemory } from './remember-release.ts';

// The commit that is deployed, by the ref that moves to it, and the one before it.

/**
 * A tag before a branch, the branch that a local one follows before the local one, `origin` before other remotes.
 * Throws `deployment-ref-unknown` when nothing has the name.
 */
async function findDeployed(
  { context, git }: { readonly context: GitContext; readonly git: GitCall },
  name: string,
): Promise<CommitSha> {
  const tips = await findTips(context, name.replace(/^refs\/(?:heads|tags|remotes)\//, ''));
  const tag = tips.find(({ ref }) => ref.startsWith('refs/tags/'));
  if (tag !== undefined) return tag.commit;
  const local = tips.find(({ ref }) => ref.startsWith('refs/heads/'));
  const remotes = tips.filter(({ ref }) => ref.startsWith('refs/remotes/'));
  const remote =
    remotes.find(({ ref }) => ref === local?.upstream) ??
    remotes.find(({ ref }) => ref.startsWith('refs/remotes/origin/')) ??
    remotes[0];
  const chosen = await fresher(git, local, remote);
  if (chosen !== null) return chosen.commit;
  throw unknown(name, await branchNames(git));
}

/** A deployment's branch is rarely checked out, so the local one is often behind the fetched one. */
async function fresher(
  git: GitCall,
  local: NamedTip | undefined,
  remote: NamedTip | undefined,
): Promise<NamedTip | null> {
  if (local === undefined || remote === undefined) return local ?? remote ?? null;
  if (local.upstream === remote.ref) return remote;
  return (await isAncestor(git, local.commit, remote.commit)) ? remote : local;
}

async function branchNames(git: GitCall): Promise<readonly string[]> {
  const { stdout } = await git([
    'for-each-ref',
    '--format=%(refname)',
    'refs/heads/',
    'refs/remotes/',
    'refs/tags/',
  ]);
  return stdout
    .split('\n')
    .map((ref) => ref.replace(/^refs\/(?:heads|tags|remotes\/[^/]+)\//, ''))
    .filter((ref) => ref !== '' && ref !== 'HEAD');
}

function unknown(name: string, known: readonly string[]): AppError {
  const near = closestWord(name, known);
  return new AppError('missing', {
    code: 'deployment-ref-unknown',
    message: `the ref of deployments \`${name}\` is neither a branch nor a tag of this repository`,
    hint:
      near === null
        ? `Let a deployment move it, for instance by git push --force origin HEAD:refs/heads/${name}, and git fetch it here; or set collect.release-notes.deployed to the ref that moves.`
        : `Did you mean \`${near}\`? Set collect.release-notes.deployed to the ref that moves to what is deployed.`,
  });
}

export interface RangeRequest extends ReleaseSearch {
  readonly base: CommitSha;
}

export interface ChosenRange extends RangeRequest {
  readonly range: ReleaseRange;
  /** `null`: the range is not about a deployment. */
  readonly deployment: ReleaseDeployment | null;
}

export interface DeployedRange {
  readonly range: ReleaseRange;
  readonly deployment: ReleaseDeployment;
}

/** From the last release before the commit. */
export async function rangeSinceRelease(
  request: RangeRequest,
  to: CommitSha,
): Promise<ReleaseRange> {
  const from = await lastReleaseBefore(request, to);
  await assertComplete(request, from, to);
  return { ...named(request, from, to), by: 'last-release' };
}

/** Throws `ref-unknown` with near tags. */
export async function givenRange(
  request: RangeRequest,
  rule: { readonly from: string | null; readonly to: string | null },
): Promise<ReleaseRange> {
  const to = rule.to === null ? request.base : await resolveRef(request, rule.to);
  const from =
    rule.from === null
      ? await lastReleaseBefore(request, to)
      : { commit: await resolveRef(request, rule.from), name: rule.from };
  await assertComplete(request, from, to);
  const range = named(request, from, to);
  return { ...range, ...(rule.to === null ? {} : { toName: rule.to }), by: 'given' };
}

/**
 * From what was deployed before to what is deployed now. A deployment that went back is the range that it took away:
 * from what is deployed now to what was.
 */
export async function deployedRange(
  request: RangeRequest,
  ref: string,
  memory: DeploymentMemory | null,
): Promise<DeployedRange> {
  const deployed = await findDeployed(request, ref);
  return rangeOfDeployment(request, {
    ref,
    deployed,
    previous: await rememberedBefore(request, deployed, memory),
    checkedBy: memory?.deployed === deployed ? memory.run : null,
  });
}

/** What was deployed before, as the last good run saw it. */
export async function rememberedBefore(
  request: RangeRequest,
  deployed: CommitSha,
  memory: DeploymentMemory | null,
): Promise<CommitSha | null> {
  const remembered = memory?.deployed === deployed ? memory.previous : (memory?.deployed ?? null);
  const previous = remembered === null ? null : await resolveCommit(request.git, remembered);
  if (remembered !== null && previous === null) await assertDeepEnough(request, remembered);
  return previous;
}

export async function rangeOfDeployment(
  request: RangeRequest,
  told: Omit<ReleaseDeployment, 'rolledBack'>,
): Promise<DeployedRange> {
  const { git } = request;
  const { ref, previous, deployed } = told;
  const rolledBack =
    previous !== null && previous !== deployed && (await isAncestor(git, deployed, previous));
  const deployment = { ...told, ...(rolledBack ? { rolledBack } : {}) };
  const toName = `${ref} (${short(deployed)})`;
  if (previous === null) {
    const from = await lastReleaseBefore(request, deployed);
    await assertComplete(request, from, deployed);
    const range = named(request, from, deployed);
    return { range: { ...range, toName, by: 'deployment' }, deployment };
  }
  const fromName = `${ref} before (${short(previous)})`;
  await assertComplete(request, { commit: previous, name: fromName }, deployed);
  const range: ReleaseRange = rolledBack
    ? { from: deployed, to: previous, fromName: toName, toName: fromName, by: 'deployment' }
    : { from: previous, to: deployed, fromName, toName, by: 'deployment' };
  return { range, deployment };
}

function named(
  { tags, pattern }: RangeRequest,
  from: Start,
  to: CommitSha,
): Omit<ReleaseRange, 'by'> {
  const tag = releaseTags(tags, pattern).findLast(({ commit }) => commit === to);
  return { from: from.commit, to, fromName: from.name, toName: tag?.name ?? short(to) };
}

async function resolveRef(request: RangeRequest, name: string): Promise<CommitSha> {
  const commit =
    (await resolveCommit(request.git, `refs/tags/${name}`)) ??
    (await resolveCommit(request.git, name)) ??
    (await resolveCommit(request.git, `refs/remotes/origin/${name}`));
  if (commit !== null) return commit;
  await assertDeepEnough(request, name);
  throw unknownRef(
    name,
    request.tags.map((tag) => tag.name),
  );
}

function unknownRef(name: string, tags: readonly string[]): AppError {
  const near = closestWord(name, tags);
  const newest = tags.toSorted(compareVersions).slice(-5).toReversed();
  const others =
    newest.length === 0 ? 'This repository has no tags.' : `Newest tags: ${newest.join(', ')}.`;
  return new AppError('not-found', {
    code: 'ref-unknown',
    message: `there is no tag, branch or commit \`${name}\` in this repository`,
    hint: `${near === null ? '' : `Did you mean \`${near}\`? `}${others}`,
  });
}

/** A range over a history that was cut off when it was cloned would leave commits out, or take in too many. */
async function assertComplete(
  { context, git }: RangeRequest,
  { commit, name }: Start,
  to: CommitSha,
): Promise<void> {
  if (!(await isShallow(context))) return;
  if (commit !== null && (await isAncestor(git, commit, to))) return;
  if (commit !== null && (await isAncestor(git, to, commit))) return;
  throw shallow(name);
}

/** Throws `history-shallow` when the name may lie in the part that was cut off. */
export async function assertDeepEnough({ context }: RangeRequest, name: string): Promise<void> {
  if (await isShallow(context)) throw shallow(name);
}

function shallow(name: string): AppError {
  return new AppError('missing', {
    code: 'history-shallow',
    message: `the history of this clone is cut off before ${name}`,
    hint: 'Fetch the rest: git fetch --unshallow --tags (in CI: a checkout with the whole history).',
  });
}

function short(commit: string): string {
  return commit.slice(0, 7);
}
