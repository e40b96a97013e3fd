/** Setting a repository up: two small files, nothing overwritten. */
import { dirname, join } from 'node:path';

import { AppError } from '../domain/errors.ts';
import { findRepository } from '../git/find-repository.ts';
import { gitEnvironment } from '../git/git-environment.ts';
import { runGit } from '../git/run-git.ts';
import { hostTimezone, type Environment } from '../platform/environment.ts';
import { createExclusively, inspectPath, makeFolder, readText } from '../platform/files.ts';
import { packageFile } from '../platform/package.ts';

export interface InitResult {
  readonly root: string;
  /** The branch that is checked out; `null` for a detached HEAD. */
  readonly branch: string | null;
  /** False in a repository without a commit: nothing can run there yet. */
  readonly hasCommits: boolean;
  readonly timezone: string;
  /** Relative to `root`. */
  readonly written: readonly string[];
  /** Were there already and stay as they are. */
  readonly left: readonly string[];
}

export const FIRST_ROUTINE = 'todo-sweep';

/** Throws `missing` outside a repository, `refused` in a bare one. */
export async function initWorkspace(folder: string, env: Environment): Promise<InitResult> {
  const gitEnv = gitEnvironment(env);
  const { root, bare } = await findRepository(folder, gitEnv);
  if (bare) {
    throw new AppError('refused', {
      code: 'bare-repository',
      message: `${root} is a bare repository: it has no files to set up`,
      hint: 'Go to a checkout of it, call `roundsman init` there, commit and push.',
    });
  }
  const timezone = hostTimezone();
  const written: string[] = [];
  const left: string[] = [];
  for (const [path, content] of Object.entries(await workspaceFiles(timezone))) {
    const target = join(root, path);
    await makeFolder(dirname(target));
    const isNew =
      (await inspectPath(target)) === null && (await createExclusively(target, content));
    (isNew ? written : left).push(path);
  }
  const head = await runGit(['symbolic-ref', '--quiet', '--short', 'HEAD'], {
    cwd: root,
    env: gitEnv,
    okExitCodes: [0, 1],
  });
  const tip = await runGit(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    cwd: root,
    env: gitEnv,
    okExitCodes: [0, 1],
  });
  return {
    root,
    branch: head.exitCode === 0 ? head.stdout.trim() : null,
    hasCommits: tip.exitCode === 0,
    timezone,
    written,
    left,
  };
}

/** What `init` writes, path to content. */
export async function workspaceFiles(timezone: string): Promise<Readonly<Record<string, string>>> {
  const routine = `routines/${FIRST_ROUTINE}.yaml`;
  return {
    'roundsman.yaml': workspaceText(timezone),
    [routine]: await readText(packageFile(routine)),
  };
}

function workspaceText(timezone: string): string {
  return [
    '# What holds for all routines here. Each routine is a file in routines/.',
    "# `roundsman validate` checks them, `roundsman schema workspace` tells an editor this file's form.",
    '',
    '# The zone of schedules and of dates in reports.',
    `timezone: ${timezone}`,
    '# The program that works where a routine names none. `builtin` needs no account and no network.',
    'engine: builtin',
    '',
  ].join('\n');
}
