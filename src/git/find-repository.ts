/** Which repository a folder belongs to. */
import { dirname, join, resolve } from 'node:path';

import { inspectPath, resolveLinks } from '../platform/files.ts';
import { AppError } from '../words/errors.ts';

export interface FoundRepository {
  /** Top of the working tree, or the git directory itself when it is bare. Absolute, links resolved. */
  readonly root: string;
  /** The git directory that all worktrees share. Absolute, links resolved. */
  readonly commonDir: string;
  readonly bare: boolean;
}

/** Throws `missing` / `not-a-repository` when the folder is in none. */
export async function findRepository(
  folder: string,
  env: Readonly<Record<string, string>>,
): Promise<FoundRepository> {
  const start = await resolveLinks(folder);
  if (start === null) {
    throw new AppError('missing', {
      code: 'no-such-folder',
      message: `there is no folder ${folder}`,
      hint: '',
    });
  }
  return (await findPlain(start)) ?? askGit(start, env);
}

/** The common case without a process: a `.git` folder here or above. Everything else is git's to say. */
async function findPlain(start: string): Promise<FoundRepository | null> {
  for (let folder = start; ; folder = dirname(folder)) {
    const git = join(folder, '.git');
    const facts = await inspectPath(git);
    if (facts?.kind === 'folder' && (await inspectPath(join(git, 'HEAD'))) !== null) {
      return { root: folder, commonDir: git, bare: false };
    }
    if (facts !== null || dirname(folder) === folder) return null;
    // A bare repository is recognised by git; stop before a repository further up is taken for it.
    if (
      (await inspectPath(join(folder, 'HEAD'))) !== null &&
      (await inspectPath(join(folder, 'objects'))) !== null
    ) {
      return null;
    }
  }
}

async function askGit(
  start: string,
  env: Readonly<Record<string, string>>,
): Promise<FoundRepository> {
  // Loaded only here: the common case needs no git and should not pay for it.
  const { runGit } = await import('./run-git.ts');
  const asked = await runGit(['rev-parse', '--is-bare-repository', '--git-common-dir'], {
    cwd: start,
    env,
    okExitCodes: [0, 128],
  });
  const [bare = '', commonDir = ''] = asked.stdout.split('\n');
  if (asked.exitCode !== 0 || commonDir === '') {
    throw new AppError('missing', {
      code: 'not-a-repository',
      message: `${start} is not in a git repository`,
      hint: 'Go to a repository (or name one with -C DIR), or make one: git init.',
    });
  }
  const common = (await resolveLinks(resolve(start, commonDir))) ?? resolve(start, commonDir);
  if (bare === 'true') return { root: common, commonDir: common, bare: true };
  const top = await runGit(['rev-parse', '--show-toplevel'], {
    cwd: start,
    env,
    okExitCodes: [0, 128],
  });
  if (top.exitCode !== 0) {
    throw new AppError('missing', {
      code: 'inside-git-folder',
      message: `${start} belongs to git itself: it is no part of a working tree`,
      hint: `Go to the files of the repository: cd ${dirname(common)}`,
    });
  }
  return { root: top.stdout.replace(/\n$/, ''), commonDir: common, bare: false };
}
