/** Real git repositories in temporary folders, removed when the test ends. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { onTestFinished } from 'vitest';

export interface CommitOptions {
  readonly files?: Readonly<Record<string, string | null>>;
  readonly message?: string;
  /** ISO 8601; author and committer date. */
  readonly date?: string;
  readonly author?: string;
}

export interface GitRepo {
  readonly path: string;
  /** Runs git here with a quiet, sealed environment; gives stdout without the last newline. */
  git(...args: readonly string[]): string;
  /** Writes the files (`null` removes one), commits everything and gives the commit's id. */
  commit(options?: CommitOptions): string;
  write(path: string, content: string, mode?: number): void;
}

/** A folder of its own, gone after the test. */
export function temporaryFolder(name = 'rm-test-'): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), name)));
  onTestFinished(() => removeSoon(path));
  return path;
}

/** A run's supervisor tidies its own folder up for a moment after it has told the end; Node's own retries miss what is new by then. */
export async function removeSoon(path: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      rmSync(path, { recursive: true, force: true });
      return;
    } catch (thrown) {
      if (tries === 50) throw thrown;
      await pause(100);
    }
  }
}

/** A repository on branch `main`; with files, also a first commit of them. */
export function gitRepo(files?: Readonly<Record<string, string>>): GitRepo {
  const repo = openRepo(temporaryFolder('rm-repo-'));
  repo.git('init', '--quiet', '--initial-branch=main', '.');
  if (files !== undefined) repo.commit({ files, message: 'first' });
  return repo;
}

/** The same verbs over a folder that is there already. */
export function openRepo(path: string): GitRepo {
  const run = (args: readonly string[], env: Readonly<Record<string, string>>): string =>
    execFileSync('git', args, {
      cwd: path,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: 200_000_000,
      env: { ...process.env, GIT_TERMINAL_PROMPT: '0', ...env },
    }).replace(/\n$/, '');
  const write = (file: string, content: string, mode?: number): void => {
    const target = join(path, file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    if (mode !== undefined) chmodSync(target, mode);
  };
  const identity = ['-c', 'user.name=Ada Example', '-c', 'user.email=ada@example.com'];
  return {
    path,
    git: (...args) => run([...identity, ...args], {}),
    write,
    commit: ({ files = {}, message = 'change', date, author } = {}) => {
      for (const [file, content] of Object.entries(files)) {
        if (content === null) rmSync(join(path, file), { force: true });
        else write(file, content);
      }
      const dates = date === undefined ? {} : { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
      run(['add', '--all'], {});
      const by = author === undefined ? [] : [`--author=${author}`];
      run([...identity, 'commit', '--quiet', '--allow-empty', '-m', message, ...by], dates);
      return run(['rev-parse', 'HEAD'], {});
    },
  };
}
