/**
 * Histories rebuilt from what a library published: one commit a version, tagged, of the day that its notes give, or a
 * week after the one before. (A registry may be a mirror, whose times are its own.) Needs the npm registry.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { compareVersions } from '../../src/words/version-order.ts';
import { gitRepo, temporaryFolder, type GitRepo } from './git-repo.ts';

const FIRST = Date.parse('2024-01-05T10:00:00Z');
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
  /** Of the notes. */
  readonly path: string;
}

/** Oldest first. Tags are `v1.2.3`. */
export function publishedHistory({ name, line, count, path }: PublishedRequest): PublishedHistory {
  const folder = temporaryFolder();
  const all: readonly string[] = JSON.parse(npm(folder, 'view', name, 'versions', '--json'));
  const versions = all
    .filter((version) => line.test(version))
    .toSorted(compareVersions)
    .slice(-count);
  npm(folder, 'pack', '--silent', ...versions.map((version) => `${name}@${version}`));
  const repo = gitRepo();
  let time = FIRST;
  const commits = versions.map((version) => {
    for (const entry of readdirSync(repo.path)) {
      if (entry !== '.git') rmSync(join(repo.path, entry), { recursive: true });
    }
    mkdirSync(repo.path, { recursive: true });
    const archive = join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
    execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', repo.path]);
    // Packed files all bear one time: by times and sizes alone git would take some for unchanged.
    repo.git('read-tree', '--empty');
    time = notedDay(join(repo.path, path), version) ?? time + WEEK;
    const date = new Date(time).toISOString();
    const sha = repo.commit({ message: version, date });
    repo.git('tag', `v${version}`);
    return sha;
  });
  return { repo, commits, versions };
}

/** The line of the heading that is this version's own. */
export function headingOf(notes: string, version: string): string | null {
  const own = new RegExp(
    String.raw`^[#\s[*]*v?${version.replaceAll('.', String.raw`\.`)}(?![\d.])`,
  );
  return notes.split('\n').find((line) => own.test(line)) ?? null;
}

/** Noon of the day in the heading of a version; `null` when it has none. */
function notedDay(file: string, version: string): number | null {
  if (!existsSync(file)) return null;
  const heading = headingOf(readFileSync(file, 'utf8'), version);
  const day = /\d{4}-\d{2}-\d{2}/.exec(heading ?? '')?.[0];
  return day === undefined ? null : Date.parse(`${day}T12:00:00Z`);
}

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}
