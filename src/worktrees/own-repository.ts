/** Makes a repository of ours: no templates, no hooks, no maintenance, objects borrowed by absolute path. */
import { join } from 'node:path';

import { alternatesText } from '../git/object-folders.ts';
import { writeText } from '../platform/files.ts';
import { writeRepositoryFiles } from './repository-files.ts';
import type { SourceFacts } from './worktree-state.ts';

export interface OwnRepository {
  /** Where `.git` will be, or the repository itself when bare. */
  readonly folder: string;
  readonly bare: boolean;
  readonly branch: string;
  readonly source: SourceFacts;
  /** False: it gets objects of its own. */
  readonly borrows: boolean;
  /** More of its settings, in git's own form. */
  readonly settings: string;
}

/** Returns the text of its alternates, `null` when it borrows nothing. */
export async function makeOwnRepository(own: OwnRepository): Promise<string | null> {
  const { folder, source } = own;
  const gitDir = own.bare ? folder : join(folder, '.git');
  const { bare, branch, settings } = own;
  await writeRepositoryFiles(gitDir, { bare, branch, settings, objectFormat: source.objectFormat });
  if (!own.borrows) return null;
  const alternates = alternatesText(source.objectFolders);
  await writeText(join(gitDir, 'objects', 'info', 'alternates'), alternates);
  if (source.shallow !== null) await writeText(join(gitDir, 'shallow'), source.shallow);
  return alternates;
}
