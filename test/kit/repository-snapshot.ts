/** Everything of a user's repository that a run must leave alone, as plain data to compare. */
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

import { openRepo } from './git-repo.ts';

export interface RepositorySnapshot {
  readonly refs: readonly string[];
  readonly head: string;
  readonly stash: string;
  readonly status: string;
  readonly worktrees: string;
  /** Path → hash: settings, hooks, index, and the files of the checkout. */
  readonly files: Readonly<Record<string, string>>;
}

const GIT_FILES = [
  'config',
  'HEAD',
  'index',
  'hooks',
  'info',
  'FETCH_HEAD',
  'ORIG_HEAD',
  'shallow',
  'rebase-merge',
];

/** @param ignoredRefs prefixes of refs that may come and go */
export function snapshotRepository(
  path: string,
  ignoredRefs: readonly string[] = [],
): RepositorySnapshot {
  const repo = openRepo(path);
  const bare = repo.git('rev-parse', '--is-bare-repository') === 'true';
  const gitDir = join(path, repo.git('rev-parse', '--git-dir'));
  const folder = existsSync(gitDir) ? gitDir : repo.git('rev-parse', '--absolute-git-dir');
  const files: Record<string, string> = {};
  for (const name of GIT_FILES) hashTree(folder, name, files);
  if (!bare) for (const name of readdirSync(path)) if (name !== '.git') hashTree(path, name, files);
  return {
    refs: repo
      .git('for-each-ref', '--format=%(refname) %(objectname)')
      .split('\n')
      .filter((line) => line !== '' && !ignoredRefs.some((prefix) => line.startsWith(prefix))),
    head: readFileSync(join(folder, 'HEAD'), 'utf8'),
    stash: bare ? '' : repo.git('stash', 'list'),
    status: bare
      ? ''
      : repo.git(
          '-c',
          'core.fsmonitor=false',
          '--no-optional-locks',
          'status',
          '--porcelain',
          '--untracked-files=all',
        ),
    worktrees: repo.git('worktree', 'list', '--porcelain'),
    files,
  };
}

function hashTree(root: string, path: string, files: Record<string, string>): void {
  const full = join(root, path);
  const facts = lstatSync(full, { throwIfNoEntry: false });
  if (facts === undefined) return;
  if (facts.isDirectory()) {
    for (const name of readdirSync(full)) hashTree(root, join(path, name), files);
    return;
  }
  const content = facts.isSymbolicLink() ? readlinkSync(full) : readFileSync(full);
  files[path] = `${facts.mode} ${createHash('sha256').update(content).digest('hex')}`;
}
