/** A repository with branches that wait, and a workspace over it, as landing finds them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { systemClock } from '../../src/platform/clock.ts';
import { AppError } from '../../src/words/errors.ts';
import type { Workspace } from '../../src/workspace/contract.ts';
import { openWorkspace } from '../../src/workspace/open-workspace.ts';
import { gitRepo, openRepo, temporaryFolder, type GitRepo } from './git-repo.ts';

export interface LandingWorld {
  readonly workspace: Workspace;
  readonly repo: GitRepo;
  /** For other processes. */
  readonly env: Readonly<Record<string, string>>;
  /** A branch from where `main` stands, a commit a step; the checkout stays as it was. Gives its tip. */
  readonly branch: (name: string, ...commits: readonly BranchCommit[]) => string;
  /** Commits a file of `main` without touching any checkout. */
  readonly commitOnMain: (path: string, content: string) => string;
}

export interface BranchCommit {
  readonly files: Readonly<Record<string, string | null>>;
  readonly message?: string;
  readonly author?: string;
}

export const FILES = {
  'README.md': '# Small\n\nOne.\n',
  'src/a.ts': 'export const a = 1;\n',
  'src/b.ts': 'export const b = 2;\n',
  'docs/guide.md': '# Guide\n',
};

export const ADA = { by: 'ada', reason: '' };

/** @param root to open instead of a new repository; has a commit on `main` */
export async function landingWorld(root?: string): Promise<LandingWorld> {
  const repo = root === undefined ? gitRepo(FILES) : openRepo(root);
  const home = temporaryFolder('rm-home-');
  writeFileSync(
    join(home, '.gitconfig'),
    '[user]\n\tname = Pat Person\n\temail = pat@example.com\n',
  );
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    ROUNDSMAN_STATE_DIR: join(home, 'state'),
    TZ: 'UTC',
  };
  const workspace = await openWorkspace({
    actor: 'ada',
    folder: repo.path,
    env,
    clock: systemClock,
  });
  return {
    workspace,
    repo,
    env,
    branch: (name, ...commits) => {
      const folder = join(temporaryFolder('rm-branch-'), 'tree');
      repo.git('worktree', 'add', '--quiet', '-b', name, folder, 'main');
      const tree = openRepo(folder);
      for (const commit of commits) tree.commit(commit);
      const tip = tree.git('rev-parse', 'HEAD');
      repo.git('worktree', 'remove', '--force', folder);
      return tip;
    },
    commitOnMain: (path, content) => {
      const folder = join(temporaryFolder('rm-main-'), 'tree');
      repo.git('worktree', 'add', '--quiet', '--detach', folder, 'main');
      const tree = openRepo(folder);
      const sha = tree.commit({ files: { [path]: content }, message: `change ${path}` });
      repo.git('worktree', 'remove', '--force', folder);
      repo.git('update-ref', 'refs/heads/main', sha);
      return sha;
    },
  };
}

/** What it was refused with. */
export async function refusalOf(work: Promise<unknown>): Promise<AppError> {
  try {
    await work;
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown;
    throw thrown;
  }
  throw new Error('nothing was refused');
}
