/** The last release before a commit: its tag; without tags, the commit that last set the version. */
import { isAncestor, mergeBase } from '../../git/ancestry.ts';
import type { GitCall } from '../../git/git-call.ts';
import type { Tag } from '../../git/list-refs.ts';
import { listTree, type TreeFile } from '../../git/ls-tree.ts';
import { listCommitsWithText, readFileAt } from '../../git/read-file-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { ChangelogRelease } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { compareVersions, isPrerelease } from '../../words/version-order.ts';
import { parseChangelog } from '../changelog/parse-changelog.ts';
import { findNotes } from './find-notes.ts';
import { readManifests, versionAt } from './read-manifest.ts';
import { releaseTags, type VersionTag } from './release-tags.ts';

export interface ReleaseSearch {
  readonly context: GitContext;
  readonly git: GitCall;
  /** All tags of the repository. */
  readonly tags: readonly Tag[];
  /** Names of the tags in the ancestry of a commit. */
  mergedTags(commit: CommitSha): Promise<readonly Tag[]>;
  readonly pattern: string;
  /** Of the package, empty for the root. */
  readonly folder: string;
}

export interface Start {
  readonly commit: CommitSha | null;
  readonly name: string;
}

/**
 * The tag of the highest version in the ancestry, or the release that was made on top of it under a lower one: it was a
 * trial, or a slip. Where the commit itself is tagged, the one below that. A
 * pre-release counts only on the way to the next pre-release of the same version: the notes of a release tell what came
 * since the release before. Of a release made on a branch of its own, where that branch began. Without tags, the commit that last set the version; without a version, the first commit.
 */
export async function lastReleaseBefore(request: ReleaseSearch, to: CommitSha): Promise<Start> {
  const tags = releaseTags(await request.mergedTags(to), request.pattern);
  const own = tags.filter(({ commit }) => commit === to).at(-1);
  const below = tags.filter(
    ({ commit, version }) =>
      commit !== to && (own === undefined || compareVersions(version, own.version) < 0),
  );
  const counted = own === undefined ? below : below.filter((tag) => countsBefore(tag, own));
  const last = await lastOf(request, counted);
  const branched = await lastOnBranch(request, to, { last, own });
  if (branched !== null) return branched;
  if (last !== undefined) return { commit: last.commit, name: last.name };
  const set = tags.length > 0 ? null : await findLastSet(request, to);
  if (set === null) return { commit: null, name: 'the first commit' };
  return { commit: set.commit, name: `${set.version} (${set.commit.slice(0, 7)})` };
}

/** So many of the highest versions are looked at. */
const MAX_BRANCHES = 5;

/** @param tags the lowest version first */
async function lastOf(
  { git }: ReleaseSearch,
  tags: readonly VersionTag[],
): Promise<VersionTag | undefined> {
  const highest = tags.at(-1);
  if (highest === undefined) return undefined;
  const since = Date.parse(highest.date);
  const later = tags.filter(
    ({ version, date }) => !isPrerelease(version) && Date.parse(date) > since,
  );
  for (const tag of later.toReversed().slice(0, MAX_BRANCHES))
    if (await isAncestor(git, highest.commit, tag.commit)) return tag;
  return highest;
}

/** A higher release whose branch left the history after the last one in it; `null`: there is none. */
async function lastOnBranch(
  { context, git, tags, pattern }: ReleaseSearch,
  to: CommitSha,
  { last, own }: { readonly last: VersionTag | undefined; readonly own: VersionTag | undefined },
): Promise<Start | null> {
  const higher = releaseTags(tags, pattern).filter(
    ({ version }) =>
      !isPrerelease(version) &&
      (last === undefined || compareVersions(version, last.version) > 0) &&
      (own === undefined || compareVersions(version, own.version) < 0),
  );
  for (const { name, commit } of higher.toReversed().slice(0, MAX_BRANCHES)) {
    const base = await mergeBase(context, commit, to);
    if (base === null || base === to || base === last?.commit) continue;
    if (last === undefined || (await isAncestor(git, last.commit, base)))
      return { commit: base, name };
  }
  return null;
}

function countsBefore(tag: VersionTag, own: VersionTag): boolean {
  return !isPrerelease(tag.version) || isPrerelease(own.version);
}

interface LastSet {
  readonly commit: CommitSha;
  readonly version: string;
}

/**
 * By the manifest, else by the newest released heading of the notes. Where the commit itself set it, the one before.
 * `null` when the version was there from the first commit, or nothing says one.
 */
async function findLastSet(
  { context, folder }: { readonly context: GitContext; readonly folder: string },
  to: CommitSha,
): Promise<LastSet | null> {
  const tree = await listTree(context, to);
  return (
    (await byManifest(context, { tree, folder, to })) ??
    (await byNotes(context, { tree, folder, to }))
  );
}

interface SetQuery {
  readonly tree: readonly TreeFile[];
  readonly folder: string;
  readonly to: CommitSha;
}

async function byManifest(
  context: GitContext,
  { tree, folder, to }: SetQuery,
): Promise<LastSet | null> {
  const [manifest] = await readManifests(context, { tree, before: [], folder });
  if (manifest === undefined) return null;
  const { path } = manifest;
  let { version } = manifest;
  // Once more where the end of the range is the very commit that set it.
  for (let round = 0; round < 2; round += 1) {
    const found = await whoSet(context, { path, version, to });
    if (found === null || found.commit !== to) return found;
    const before = await versionAt(context, `${to}^`, path);
    if (before === null) return null;
    version = before;
  }
  return null;
}

/** The newest commit after which the file has the version, and before which it had another one. */
async function whoSet(
  context: GitContext,
  {
    path,
    version,
    to,
  }: { readonly path: string; readonly version: string; readonly to: CommitSha },
): Promise<LastSet | null> {
  for (const commit of await listCommitsWithText(context, { commit: to, path, text: version })) {
    const after = await versionAt(context, commit, path);
    if (after !== version) continue;
    const before = await versionAt(context, `${commit}^`, path);
    if (before === null && (await readFileAt(context, `${commit}^`, path)) === null) return null;
    if (before !== version) return { commit, version };
  }
  return null;
}

async function byNotes(
  context: GitContext,
  { tree, folder, to }: SetQuery,
): Promise<LastSet | null> {
  const place = findNotes(tree, { path: null, folders: [folder, '', 'docs'] });
  const file = place?.files.at(-1);
  if (file === undefined) return null;
  const text = (await readFileAt(context, to, file.path)) ?? '';
  for (const release of parseChangelog([{ path: file.path, text }], 'auto').releases.slice(0, 10)) {
    const commit = await whoWroteHeading(context, { text, release, to });
    if (commit === null || release.version === null) continue;
    if (commit !== to) return { commit, version: release.version };
  }
  return null;
}

async function whoWroteHeading(
  context: GitContext,
  query: { readonly text: string; readonly release: ChangelogRelease; readonly to: CommitSha },
): Promise<CommitSha | null> {
  const { text, release, to } = query;
  const heading = text.split('\n')[release.line - 1]?.trim() ?? '';
  if (release.version === null || heading === '') return null;
  const commits = await listCommitsWithText(context, {
    commit: to,
    path: release.path,
    text: heading,
  });
  return commits.at(-1) ?? null;
}
