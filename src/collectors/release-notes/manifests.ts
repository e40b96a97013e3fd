/** The versions that the project gives itself, at both ends of a range. */
import { readBlobs } from '../../git/cat-file.ts';
import type { TreeFile } from '../../git/ls-tree.ts';
import { readFileAt } from '../../git/read-file-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { CheckRequest } from './check-contract.ts';
import { isManifest, readManifestVersion, readPackageName } from './read-manifest.ts';

/** More of them are not looked through for a package's name. */
const MAX_PACKAGES = 2_000;

/** @param folder of the package, empty for the root */
export async function readManifests(
  context: GitContext,
  request: {
    readonly tree: readonly TreeFile[];
    readonly before: readonly TreeFile[];
    readonly folder: string;
  },
): Promise<CheckRequest['manifests']> {
  const files = manifestsIn(request.tree, request.folder);
  const earlier = new Map(
    manifestsIn(request.before, request.folder).map((file) => [file.path, file]),
  );
  const texts = await readTexts(context, [...files, ...earlier.values()]);
  return files.flatMap(({ path, blob }) => {
    const version = readManifestVersion(path, texts.get(blob) ?? '');
    if (version === null) return [];
    const then = texts.get(earlier.get(path)?.blob ?? '');
    return [
      { path, version, versionBefore: then === undefined ? null : readManifestVersion(path, then) },
    ];
  });
}

/** The folder of the package of that name, empty for the root; `null` when no manifest has the name. */
export async function findPackageFolder(
  context: GitContext,
  tree: readonly TreeFile[],
  name: string,
): Promise<string | null> {
  const files = tree
    .filter(({ path }) => /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml)$/.test(path))
    .filter(({ path }) => !/(?:^|\/)node_modules\//.test(path))
    .slice(0, MAX_PACKAGES);
  const texts = await readTexts(context, files);
  const found = files.find(
    ({ path, blob }) => readPackageName(path, texts.get(blob) ?? '') === name,
  );
  return found === undefined ? null : folderOf(found.path);
}

/** The version in the manifest as a commit has it; `null` when it has none. */
export async function versionAt(
  context: GitContext,
  commit: CommitSha | string,
  path: string,
): Promise<string | null> {
  const text = await readFileAt(context, commit, path);
  return text === null ? null : readManifestVersion(path, text);
}

function manifestsIn(tree: readonly TreeFile[], folder: string): readonly TreeFile[] {
  return tree.filter(
    ({ path, size }) => folderOf(path) === folder && isManifest(path) && size < 1_000_000,
  );
}

function folderOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}

async function readTexts(
  context: GitContext,
  files: readonly TreeFile[],
): Promise<ReadonlyMap<string, string>> {
  const texts = new Map<string, string>();
  await readBlobs(
    context,
    files,
    (blob, content) => void texts.set(blob, content.toString('utf8')),
  );
  return texts;
}
