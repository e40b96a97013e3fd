/** Makes a repository of ours: no templates, no hooks, no maintenance, objects borrowed by absolute path. */
import { join, dirname } from 'node:path';

import { alternatesText } from '../git/object-folders.ts';
import { platformFacts } from '../platform/environment.ts';
import {
  writeText,
  chmod,
  inspectPath,
  makeFolder,
  removeTree,
  symlink,
} from '../platform/files.ts';
import { systemErrorCode } from '../platform/system-error.ts';
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

// The files of an empty repository, written as `git init` writes them: every run makes two, and starting git for each
// step of that costs more than the files do. Refs are plain files here whatever the user's git prefers.
export interface RepositoryFiles {
  readonly bare: boolean;
  /** Of HEAD; need not be there yet. */
  readonly branch: string;
  readonly objectFormat: 'sha1' | 'sha256';
  /** More of its settings, in git's own form. */
  readonly settings: string;
}

/** @param gitDir a folder with nothing in it, or none */
export async function writeRepositoryFiles(gitDir: string, files: RepositoryFiles): Promise<void> {
  const folders = ['objects/info', 'objects/pack', 'refs/heads', 'refs/tags', 'info'];
  await makeFolder(gitDir);
  await Promise.all(folders.map((folder) => makeFolder(join(gitDir, folder))));
  await writeText(join(gitDir, 'HEAD'), `ref: refs/heads/${files.branch}\n`);
  const config = join(gitDir, 'config');
  await writeText(config, '');
  const core = [...formatSettings(files), ...(await fileSystemSettings(gitDir, config))];
  await writeText(config, [...core, files.settings].join('\n'));
}

/** Writes a new ref, in a repository that no other process uses. Does not check that the object exists. */
export async function writeNewRef(gitDir: string, ref: string, to: string): Promise<void> {
  const path = join(gitDir, ref);
  await makeFolder(dirname(path));
  await writeText(path, `${to}\n`);
}

function formatSettings({ bare, objectFormat }: RepositoryFiles): readonly string[] {
  return [
    ...(objectFormat === 'sha256' ? ['[extensions]', '\tobjectformat = sha256'] : []),
    '[core]',
    `\trepositoryformatversion = ${objectFormat === 'sha256' ? 1 : 0}`,
    `\tbare = ${String(bare)}`,
    ...(bare ? [] : ['\tlogallrefupdates = true']),
  ];
}

/** What of the file system git has to know, found out by trying, as git does. */
async function fileSystemSettings(gitDir: string, config: string): Promise<readonly string[]> {
  const settings = [`\tfilemode = ${String(await keepsModes(config))}`];
  if (!(await hasLinks(join(gitDir, 'link')))) settings.push('\tsymlinks = false');
  if ((await inspectPath(join(gitDir, 'CoNfIg'))) !== null) settings.push('\tignorecase = true');
  if (platformFacts().os === 'darwin') settings.push('\tprecomposeunicode = true');
  return settings;
}

async function keepsModes(path: string): Promise<boolean> {
  await chmod(path, 0o744);
  const executable = (await inspectPath(path))?.executable === true;
  await chmod(path, 0o644);
  return executable && (await inspectPath(path))?.executable === false;
}

async function hasLinks(path: string): Promise<boolean> {
  try {
    await symlink('config', path);
  } catch (thrown) {
    if (systemErrorCode(thrown) === null) throw thrown;
    return false;
  }
  const made = await inspectPath(path);
  await removeTree(path);
  return made?.kind === 'link';
}
