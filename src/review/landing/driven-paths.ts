/**
 * Which changed paths go through a program of the person's settings (`filter.<name>.smudge`, as of large files kept
 * elsewhere). A branch of an agent may name it in its `.gitattributes`: it is not started on what an agent wrote.
 */
import { join } from 'node:path';

import type { TreeChange } from '../../git/diff-trees.ts';
import { gitIn, type GitCall } from '../../git/git-call.ts';
import { makeTemporaryFolder, removeTree } from '../../platform/files.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { Desk } from './desk.ts';
import type { CheckoutPlace } from './place-of-target.ts';

export interface DrivenQuestion {
  readonly checkout: CheckoutPlace;
  readonly changes: readonly TreeChange[];
  readonly to: CommitSha;
}

export interface DrivenPaths {
  readonly kind: 'driven';
  readonly paths: readonly string[];
  readonly filter: string;
}

/** `null`: none. By the attributes that hold there now, and by those that come with the change. */
export async function drivenPaths(
  desk: Desk,
  { checkout, changes, to }: DrivenQuestion,
): Promise<DrivenPaths | null> {
  const git = gitIn({ cwd: checkout.folder, env: desk.workspace.gitEnv });
  const programs = await filtersSet(git);
  if (programs.size === 0) return null;
  const paths = changes.map(({ path }) => path);
  const folder = await makeTemporaryFolder('roundsman-attributes-');
  try {
    const env = { GIT_INDEX_FILE: join(folder, 'index') };
    await git(['read-tree', to], { env });
    const found = [
      ...(await filtersOf(git, paths, [])),
      ...(await filtersOf(git, paths, ['--cached'], env)),
    ].filter(({ filter }) => programs.has(filter));
    const [first] = found;
    if (first === undefined) return null;
    const { filter } = first;
    const driven = found.filter((one) => one.filter === filter).map(({ path }) => path);
    return { kind: 'driven', filter, paths: [...new Set(driven)].toSorted() };
  } finally {
    await removeTree(folder);
  }
}

async function filtersSet(git: GitCall): Promise<ReadonlySet<string>> {
  const asked = await git(
    [
      'config',
      '-z',
      '--name-only',
      '--get-regexp',
      String.raw`^filter\..*\.(smudge|process|clean)$`,
    ],
    { okExitCodes: [0, 1] },
  );
  const keys = asked.stdout.split('\0').filter((key) => key !== '');
  return new Set(keys.map((key) => key.slice('filter.'.length, key.lastIndexOf('.'))));
}

/* oxlint-disable-next-line eslint/max-params -- git, of what, and by which attributes */
async function filtersOf(
  git: GitCall,
  paths: readonly string[],
  flags: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<readonly { readonly path: string; readonly filter: string }[]> {
  const { stdout } = await git(['check-attr', ...flags, '-z', '--stdin', 'filter'], {
    stdin: paths.map((path) => `${path}\0`).join(''),
    env,
  });
  const words = stdout.split('\0');
  const found: { readonly path: string; readonly filter: string }[] = [];
  for (let at = 0; at + 3 <= words.length; at += 3)
    found.push({ path: words[at] ?? '', filter: words[at + 2] ?? '' });
  return found;
}
