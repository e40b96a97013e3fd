/**
 * A repository of ours for a moment, that borrows every object of another one. What git makes in it goes away with it:
 * nothing is written to the other. None of the other's settings count, so that no merge driver, filter or hook of theirs can
 * run; attributes come from one commit that the caller trusts, never from a branch that is looked at.
 */
import { dirname, join, resolve } from 'node:path';

import {
  makeFolder,
  makeTemporaryFolder,
  readTextIfThere,
  removeTree,
  resolveLinks,
  writeText,
} from '../platform/files.ts';
import { readAttributeFiles, type AttributeFile } from './attribute-files.ts';
import { sealedEnvironment } from './git-call.ts';
import { alternatesText, chainOfObjects } from './object-folders.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface ScratchRequest {
  readonly repository: GitContext;
  /** From `listAttributeFiles`. */
  readonly attributes: readonly AttributeFile[];
  /** Where it is made; emptied before. Default: a temporary folder. */
  readonly folder?: string;
}

export interface ScratchRepository {
  /** To call git in it. */
  readonly context: GitContext;
  /** To fetch from it while it is there. */
  readonly gitDir: string;
}

const SETTINGS = [
  '\tbare = false',
  '\tlooseCompression = 0',
  '\tattributesFile = /dev/null',
  '\thooksPath = /dev/null',
  '[gc]\n\tauto = 0',
  '',
].join('\n');

/** Removed when `work` is done, whatever came of it. */
export async function withScratchRepository<Result>(
  { repository, attributes, folder: named }: ScratchRequest,
  work: (scratch: ScratchRepository) => Promise<Result>,
): Promise<Result> {
  const folder = await emptyFolder(named);
  try {
    const tree = join(folder, 'tree');
    const gitDir = join(folder, 'git');
    await Promise.all([makeFolder(tree), writeRepository(gitDir, repository)]);
    for (const { path, content } of await readAttributeFiles(repository, attributes)) {
      await makeFolder(dirname(join(tree, path)));
      await writeText(join(tree, path), content);
    }
    const env = {
      ...sealedEnvironment(repository.env),
      GIT_DIR: gitDir,
      GIT_WORK_TREE: tree,
    };
    const { signal } = repository;
    const context = { cwd: tree, env, ...(signal === undefined ? {} : { signal }) };
    return await work({ context, gitDir });
  } finally {
    await removeTree(folder);
  }
}

async function emptyFolder(named: string | undefined): Promise<string> {
  if (named === undefined) return makeTemporaryFolder('roundsman-merges-');
  await removeTree(named);
  await makeFolder(named, 0o700);
  return named;
}

async function writeRepository(gitDir: string, repository: GitContext): Promise<void> {
  const { format, objects, shallow } = await askSource(repository);
  await makeFolder(join(gitDir, 'objects', 'info'));
  await makeFolder(join(gitDir, 'refs'));
  const version = format === 'sha256' ? 1 : 0;
  const extensions = format === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  await Promise.all([
    writeText(join(gitDir, 'HEAD'), 'ref: refs/heads/none\n'),
    writeText(
      join(gitDir, 'config'),
      `${extensions}[core]\n\trepositoryFormatVersion = ${version}\n${SETTINGS}`,
    ),
    writeText(
      join(gitDir, 'objects', 'info', 'alternates'),
      alternatesText(await chainOfObjects(objects)),
    ),
    ...(shallow === null ? [] : [writeText(join(gitDir, 'shallow'), shallow)]),
  ]);
}

interface Source {
  readonly format: string;
  readonly objects: string;
  readonly shallow: string | null;
}

async function askSource(repository: GitContext): Promise<Source> {
  const { stdout } = await runGit(
    ['rev-parse', '--show-object-format', '--git-path', 'objects'],
    repository,
  );
  // The path comes last: it may hold newlines itself.
  const [format = '', ...path] = stdout.replace(/\n$/, '').split('\n');
  const named = resolve(repository.cwd, path.join('\n'));
  const objects = (await resolveLinks(named)) ?? named;
  return { format, objects, shallow: await readTextIfThere(join(objects, '..', 'shallow')) };
}
