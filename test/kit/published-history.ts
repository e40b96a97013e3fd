/**
 * Histories rebuilt from what a library published: one commit a version, tagged, dated a week apart. (A registry may be
 * a mirror, whose times are its own.) Needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { compareVersions } from '../../src/domain/changelog/version-order.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';

const FIRST = Date.parse('2026-01-05T10:00:00Z');
const WEEK = 7 * 86_400_000;

export interface PublishedHistory {
  readonly repo: GitRepo;
  readonly versions: readonly string[];
  readonly commits: readonly string[];
}

export interface PublishedRequest {
  readonly name: string;
  /** Which versions, by their names; the newest that match. */
  readonly line: RegExp;
  readonly count: number;
}

/** Oldest first. Tags are `v1.2.3`. */
export function publishedHistory({ name, line, count }: PublishedRequest): PublishedHistory {
  const folder = temporaryFolder();
  const all: readonly string[] = JSON.parse(npm(folder, 'view', name, 'versions', '--json'));
  const versions = all
    .filter((version) => line.test(version))
    .toSorted(compareVersions)
    .slice(-count);
  npm(folder, 'pack', '--silent', ...versions.map((version) => `${name}@${version}`));
  const repo = gitRepo();
  const commits = versions.map((version, index) => {
    for (const entry of readdirSync(repo.path)) {
      if (entry !== '.git') rmSync(join(repo.path, entry), { recursive: true });
    }
    mkdirSync(repo.path, { recursive: true });
    const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', repo.path]);
    // Packed files all bear one time: by times and sizes alone git would take some for unchanged.
    repo.git('read-tree', '--empty');
    const date = new Date(FIRST + index * WEEK).toISOString();
    const sha = repo.commit({ message: version, date });
    repo.git('tag', `v${version}`);
    return sha;
  });
  return { repo, commits, versions };
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
