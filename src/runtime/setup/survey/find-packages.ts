/** The packages of a monorepo: folders below the top with a project file of their own. */
import { dirname } from 'node:path';

import type { GitCall } from '../../../git/git-call.ts';

export interface FoundPackage {
  /** Relative to the top, with `/`. */
  readonly path: string;
  /** The file that makes it one: `package.json`. */
  readonly because: string;
}

const PROJECT_FILES = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'composer.json',
  'mix.exs',
];

/** Folders whose project files are somebody else's, or there to be tested with. */
const NOT_OURS =
  /(^|\/)(node_modules|vendor|third_party|fixtures?|examples?|templates?|tests?|__tests__|testdata|\.[^/]+)(\/|$)/;

const DEEPEST = 3;

/** Of what git tracks or would track, so that what is installed does not count. */
export async function findPackages(git: GitCall): Promise<readonly FoundPackage[]> {
  const listed = await git([
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--',
    ...PROJECT_FILES.map((name) => `:(glob)*/**/${name}`),
  ]);
  return packagesOf(listed.stdout.split('\0'));
}

/** Pure. One a folder, in the order of their paths. */
export function packagesOf(files: readonly string[]): readonly FoundPackage[] {
  const found = new Map<string, string>();
  for (const file of files) {
    const path = dirname(file);
    if (path === '.' || file === '' || NOT_OURS.test(path) || path.split('/').length > DEEPEST)
      continue;
    if (!found.has(path)) found.set(path, file.slice(path.length + 1));
  }
  return [...found]
    .map(([path, because]) => ({ path, because }))
    .toSorted((left, right) => (left.path < right.path ? -1 : 1));
}
