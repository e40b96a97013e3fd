/** Where a person stands who has named no command yet. Looks at names of files only; starts nothing. */
import { dirname, join } from 'node:path';

import { inspectPath, listFolder } from '../../platform/files.ts';
import { ROUTINES_FOLDER } from '../../routines/catalog.ts';
import { isRoutineId } from '../../words/ids.ts';

export type Standing =
  | { readonly kind: 'no-repository' }
  /** In a repository that is not set up. */
  | { readonly kind: 'no-workspace' }
  /** Ids as the files have them, sorted; maybe none. */
  | { readonly kind: 'workspace'; readonly routines: readonly string[] };

export async function lookAround(folder: string): Promise<Standing> {
  const root = await topOf(folder);
  if (root === null) return { kind: 'no-repository' };
  const names = await listFolder(join(root, ROUTINES_FOLDER));
  const routines = names
    .flatMap((name) => /^(.+)\.ya?ml$/.exec(name)?.[1] ?? [])
    .filter(isRoutineId);
  const hasSettings = (await inspectPath(join(root, 'roundsman.yaml'))) !== null;
  return hasSettings || routines.length > 0
    ? { kind: 'workspace', routines }
    : { kind: 'no-workspace' };
}

async function topOf(start: string): Promise<string | null> {
  for (let folder = start; ; folder = dirname(folder)) {
    if ((await inspectPath(join(folder, '.git'))) !== null) return folder;
    if (dirname(folder) === folder) return null;
  }
}
