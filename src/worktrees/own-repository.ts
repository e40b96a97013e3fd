/** Makes a repository of ours: no templates, no hooks, no maintenance, objects borrowed by absolute path. */
import { join } from 'node:path';

import { sealedGitIn } from '../git/git-call.ts';
import { makeFolder, readText, writeText } from '../platform/files.ts';
import { alternatesText } from './inspect-source.ts';
import type { SourceFacts } from './worktree-state.ts';

export interface OwnRepository {
  /** Where `.git` will be, or the repository itself when bare. */
  readonly folder: string;
  readonly bare: boolean;
  readonly branch: string;
  readonly source: SourceFacts;
  /** False: it gets objects of its own. */
  readonly borrows: boolean;
  readonly gitEnv: Readonly<Record<string, string>>;
  /** More of its settings, in git's own form. */
  readonly settings: string;
}

/** Returns the text of its alternates, `null` when it borrows nothing. */
export async function makeOwnRepository(own: OwnRepository): Promise<string | null> {
  const { folder, source } = own;
  await makeFolder(folder);
  const git = sealedGitIn({ cwd: folder, env: own.gitEnv });
  await git([
    'init',
    '--quiet',
    '--template=',
    `--object-format=${source.objectFormat}`,
    `--initial-branch=${own.branch}`,
    ...(own.bare ? ['--bare'] : []),
    '.',
  ]);
  const gitDir = own.bare ? folder : join(folder, '.git');
  await makeFolder(join(gitDir, 'objects', 'info'));
  await makeFolder(join(gitDir, 'info'));
  const made = await readText(join(gitDir, 'config'));
  await writeText(join(gitDir, 'config'), `${made}${own.settings}`);
  if (!own.borrows) return null;
  const alternates = alternatesText(source.objectFolders);
  await writeText(join(gitDir, 'objects', 'info', 'alternates'), alternates);
  if (source.shallow !== null) await writeText(join(gitDir, 'shallow'), source.shallow);
  return alternates;
}
