/** Notes of the packages of a repository: each covers its own folder. Pure. */
import type { TreeFile } from '../../git/ls-tree.ts';
import { isManifest } from './read-manifest.ts';
import { pathKind } from './silent-paths.ts';

export interface CoveringNotes {
  readonly file: TreeFile;
  /** Empty for the root. */
  readonly folder: string;
}

const NOTES =
  /^(?:changelog|changes|history|news|release[-_]notes)(?:\.(?:md|markdown|rst|txt))?$/i;
const FOREIGN = /(?:^|\/)(?:node_modules|vendor|third[_-]?party|external)\//i;
/** More packages are not looked into. */
const MAX_FILES = 200;

/** Notes that lie beside a package's manifest below the root, those of tests and of foreign code left out. */
export function packageNotes(tree: readonly TreeFile[]): readonly CoveringNotes[] {
  const packages = new Set(
    tree.flatMap(({ path }) => (isPackageFile(path) ? [folderOf(path)] : [])),
  );
  return tree
    .filter(({ path, size }) => {
      const folder = folderOf(path);
      return (
        folder !== '' &&
        size > 0 &&
        NOTES.test(path.slice(folder.length + 1)) &&
        packages.has(folder) &&
        !FOREIGN.test(path) &&
        pathKind(`${folder}/x`) === 'product'
      );
    })
    .slice(0, MAX_FILES)
    .map((file) => ({ file, folder: folderOf(file.path) }));
}

/** The folder that notes at this path cover: their own where a package lies there, else all. */
export function folderOfNotes(path: string, tree: readonly TreeFile[]): string {
  const folder = folderOf(path);
  if (folder === '') return '';
  const own = tree.some((file) => folderOf(file.path) === folder && isPackageFile(file.path));
  return own ? folder : '';
}

function isPackageFile(path: string): boolean {
  return isManifest(path) || /(?:^|\/)(?:go\.mod|mix\.exs|pubspec\.yaml|[^/]+\.csproj)$/.test(path);
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
