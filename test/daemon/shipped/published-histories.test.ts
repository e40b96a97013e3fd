/** Histories rebuilt from what libraries published, version by version: needs the npm registry. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { collectTodos } from '../../../src/collectors/todos/collect-todos.ts';
import {
  ALL_TODOS,
  blameDifferences,
  collectRequest,
  commitId,
  grepLines,
  linesOf,
} from '../../kit/collect-request.ts';
import { gitRepo, temporaryFolder, type GitRepo } from '../../kit/git-repo.ts';

const VERSIONS = 32;

function npm(cwd: string, ...args: readonly string[]): string {
  return execFileSync('npm', args, {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

interface Rebuilt {
  readonly repo: GitRepo;
  readonly versions: readonly string[];
  readonly commits: readonly string[];
}

/** One commit a version, dated as it was published, oldest first. */
function rebuild(name: string): Rebuilt {
  const folder = temporaryFolder();
  const times: Record<string, string> = JSON.parse(npm(folder, 'view', name, 'time', '--json'));
  const versions = Object.entries(times)
    .filter(([version]) => /^\d+\.\d+\.\d+$/.test(version))
    .toSorted(([, a], [, b]) => Date.parse(a) - Date.parse(b))
    .slice(-VERSIONS);
  npm(folder, 'pack', '--silent', ...versions.map(([version]) => `${name}@${version}`));
  const repo = gitRepo();
  const commits = versions.map(([version, date]) => {
    for (const entry of readdirSync(repo.path)) {
      if (entry !== '.git') rmSync(join(repo.path, entry), { recursive: true });
    }
    mkdirSync(repo.path, { recursive: true });
    execFileSync('tar', [
      '-xzf',
      join(folder, `${name}-${version}.tgz`),
      '--strip-components=1',
      '-C',
      repo.path,
    ]);
    // Packed files all bear one time: by times and sizes alone git would take some for unchanged.
    repo.git('read-tree', '--empty');
    return repo.commit({ message: version, date });
  });
  return { repo, commits, versions: versions.map(([version]) => version) };
}

test.each([
  ['knex', 20],
  ['undici', 20],
])(
  '%s: over its published versions the notes are those of git grep and git blame',
  { timeout: 600_000 },
  async (name, least) => {
    const { repo, commits, versions } = rebuild(name);
    expect(commits.length).toBeGreaterThanOrEqual(30);
    const cacheFolder = temporaryFolder();
    // What a generator wrote below llhttp/ says so in some versions only, and is then left out.
    const leftOut = /^(?:dist|node_modules|vendor)\/|\/dist\/|\/llhttp\/|\.min\.(?:js|css):|\.map:/;
    const checked = commits.filter((_, index) => index % 8 === 7 || index === commits.length - 1);
    let seen = 0;
    for (const sha of checked) {
      const base = commitId(sha);
      const facts = await collectTodos(collectRequest(repo.path, ALL_TODOS, { base, cacheFolder }));
      expect(await collectTodos(collectRequest(repo.path, ALL_TODOS, { base }))).toEqual(facts);
      const compared = (lines: readonly string[]): readonly string[] =>
        lines.filter((line) => !leftOut.test(line));
      expect(compared(linesOf(facts))).toEqual(compared(grepLines(repo.path, sha)));
      seen += facts.items.length;
    }
    expect(seen).toBeGreaterThan(0);
    const last = await collectTodos(collectRequest(repo.path, ALL_TODOS, { cacheFolder }));
    expect(last.items.length).toBeGreaterThanOrEqual(least);
    expect(blameDifferences(repo.path, last.items)).toEqual([]);
    process.stdout.write(
      `${name}: ${commits.length} versions (${versions[0]} to ${versions.at(-1)}), the lines of ${checked.length} of them as git grep has them (${seen} notes), and ${last.items.length} notes of the last as git blame dates them\n`,
    );
  },
);
