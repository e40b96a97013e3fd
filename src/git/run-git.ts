/**
 * git's one door.
 *
 * The caller says which exit codes are normal; any other becomes an AppError. (By itself simple-git
 * resolves an exit 1 that wrote nothing to stderr, so that `merge-base --is-ancestor`, `diff --quiet` and
 * `merge-tree` would all seem to succeed.) The environment is built here, never inherited: a GIT_DIR left
 * by a hook, or a GIT_SSH_COMMAND of the user's shell, must not reach us.
 */
import { simpleGit, type SimpleGit, type SimpleGitOptions } from 'simple-git';

import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';

export interface GitContext {
  readonly cwd: string;
  /** From `gitEnvironment`. */
  readonly env: Readonly<Record<string, string>>;
  /** Exit codes that are answers, not failures. Default: 0 only. */
  readonly okExitCodes?: readonly number[];
  readonly stdin?: string;
  readonly signal?: AbortSignal;
}

export interface GitAnswer {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Config that holds in every call: nothing of it may start a program or maintenance of its own. */
export const SAFE_CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.untrackedCache=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'submodule.recurse=false',
  'advice.detachedHead=false',
];

export async function runGit(args: readonly string[], context: GitContext): Promise<GitAnswer> {
  return callGit(args, context, {});
}

/** As `runGit`, for the few verbs that simple-git holds back unless `unsafe` lets them through. */
export async function callGit(
  args: readonly string[],
  context: GitContext,
  options: Partial<SimpleGitOptions>,
): Promise<GitAnswer> {
  const okExitCodes = context.okExitCodes ?? [0];
  let exitCode = 0;
  let stderr = '';
  const git = simpleGit({
    ...options,
    baseDir: context.cwd,
    config: [...SAFE_CONFIG, ...(options.config ?? [])],
    trimmed: false,
    unsafe: {
      ...options.unsafe,
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeConfigPaths: true,
    },
    allowEnvironment: Object.keys(context.env),
    ...(context.stdin === undefined ? {} : { input: () => context.stdin }),
    ...(context.signal === undefined ? {} : { abort: context.signal }),
    errors: (error, result) => {
      exitCode = result.exitCode;
      stderr = text(result.stdErr);
      if (okExitCodes.includes(result.exitCode)) return undefined;
      return error ?? new Error(stderr || text(result.stdOut) || `exit code ${result.exitCode}`);
    },
  });
  endQuietCallsAtOnce(git);
  try {
    const stdout = await git.env({ ...context.env }).raw([...args]);
    return { exitCode, stdout, stderr };
  } catch (thrown) {
    const detail = thrown instanceof Error ? thrown.message : String(thrown);
    throw new AppError(
      'failed',
      {
        code: 'git-failed',
        message: `git ${args[0] ?? ''} in ${context.cwd} failed (exit ${exitCode}): ${oneLine(detail, 500)}`,
        hint: '',
      },
      { cause: thrown },
    );
  }
}

/**
 * simple-git waits 50 ms after the end of a process that printed nothing, in case output is still to come. The end
 * of the stream says that none is: an empty chunk tells it so. (Its completion plugin has no setting for this.)
 */
function endQuietCallsAtOnce(git: SimpleGit): void {
  git.outputHandler((_command, stdout) => {
    stdout.once('end', () => stdout.emit('data', new Uint8Array(0)));
  });
}

function text(chunks: readonly Uint8Array[]): string {
  return new TextDecoder().decode(concat(chunks));
}

function concat(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offset = 0;
  for (const chunk of chunks) {
    whole.set(chunk, offset);
    offset += chunk.length;
  }
  return whole;
}
