// Shared by the benchmarks: medians, generated repositories, folders that are removed when all is over.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const program = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** How the short set differs: what else runs on the machine makes a round slower and never quicker, so the quickest counts. */
export const mode = { short: false };

export function typical(values) {
  return mode.short ? Math.min(...values) : median(values);
}

/** Milliseconds that `work` took. */
export async function timed(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const folders = [];

function removeFolders() {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}

/**
 * A folder for a benchmark. In memory where there is room, because a disk's write-back and its reuse of
 * just-freed inodes cost more than what is measured. Removed only at the very end, for the same reason.
 */
export function workFolder(name, bytesNeeded = 2e9) {
  const memory = '/dev/shm';
  const roomy =
    existsSync(memory) && statfsSync(memory).bavail * statfsSync(memory).bsize > bytesNeeded;
  const folder = mkdtempSync(join(roomy ? memory : tmpdir(), `roundsman-bench-${name}-`));
  if (folders.length === 0) process.on('exit', removeFolders);
  folders.push(folder);
  return { folder, where: roomy ? 'in memory' : 'on disk' };
}

const sealed = {
  PATH: process.env.PATH,
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};

export function git(cwd, ...args) {
  return execFileSync('git', args, {
    cwd,
    env: sealed,
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** A repository of `files` files of `bytes` bytes each, in one commit. */
export function repositoryOf({ folder, files, bytes }) {
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '--quiet', '--initial-branch=main', '.');
  for (let index = 0; index < files; index += 1) {
    const path = join(folder, `area-${index % 20}`, `part-${index % 100}`, `file-${index}.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      `// file ${index}\n`.padEnd(bytes, `export const value${index} = ${index};\n`),
    );
  }
  git(folder, 'add', '--all');
  git(folder, 'commit', '--quiet', '-m', 'first');
  return folder;
}

/** Runs the built program in a repository with a state folder of its own. */
export function roundsman(cwd, args, { state, env = {} }) {
  return spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: state, ROUNDSMAN_STATE_DIR: join(state, 'state'), ...env },
  });
}
