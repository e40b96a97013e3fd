/** Creates our files in a user's repository: all of them or none, without touching existing files. */
import { dirname, join } from 'node:path';

import {
  createExclusively,
  inspectPath,
  makeFolder,
  OPEN_FOLDER,
  removeTree,
} from '../../../platform/files.ts';
import { AppError } from '../../../words/errors.ts';

interface CreatedFiles {
  /** Relative to the root, in the order given. */
  readonly written: readonly string[];
  /** Were there already and stay as they are. */
  readonly left: readonly string[];
}

/** Readable for the team, as far as the person's umask lets them. */
const MODE = 0o666;

/**
 * Throws `refused` when something other than a folder is in the way, and whatever the system says when it
 * cannot write; then the files and folders that this call made are gone again.
 *
 * @param files paths relative to the root, at most one folder deep, to contents
 */
export async function createFiles(
  root: string,
  files: ReadonlyMap<string, string>,
): Promise<CreatedFiles> {
  const written: string[] = [];
  const left: string[] = [];
  const made: string[] = [];
  try {
    for (const [path, content] of files) {
      const target = join(root, path);
      if (await makeFolderFor(root, path)) made.push(dirname(target));
      const isNew =
        (await inspectPath(target)) === null && (await createExclusively(target, content, MODE));
      if (isNew) made.push(target);
      (isNew ? written : left).push(path);
    }
  } catch (thrown) {
    for (const path of made.toReversed()) await removeTree(path);
    throw thrown;
  }
  return { written, left };
}

/** Whether it had to be made. */
async function makeFolderFor(root: string, path: string): Promise<boolean> {
  const folder = dirname(path);
  if (folder === '.') return false;
  const facts = await inspectPath(join(root, folder));
  if (facts?.kind === 'folder') return false;
  if (facts !== null) {
    throw new AppError('refused', {
      code: 'not-a-folder',
      message: `${join(root, folder)} is ${facts.kind === 'link' ? 'a symbolic link' : 'a file'}, and routines live in a folder of that name`,
      hint: `Move it away, for example: mv ${folder} ${folder}-old`,
    });
  }
  await makeFolder(join(root, folder), OPEN_FOLDER);
  return true;
}
