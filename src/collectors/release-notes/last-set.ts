/** The commit that last set the version, for repositories without tags. */
import { listTree, type TreeFile } from '../../git/ls-tree.ts';
import { listCommitsWithText, readFileAt } from '../../git/read-file-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { ChangelogRelease } from '../../words/changelog.ts';
import type { CommitSha } from '../../words/ids.ts';
import { parseChangelog } from '../changelog/parse-changelog.ts';
import { findNotes } from './find-notes.ts';
import { readManifests, versionAt } from './manifests.ts';

export interface LastSet {
  readonly commit: CommitSha;
  readonly version: string;
}

/**
 * By the manifest, else by the newest released heading of the notes. Where the commit itself set it, the one before.
 * `null` when the version was there from the first commit, or nothing says one.
 */
export async function findLastSet(
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
