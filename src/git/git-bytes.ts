/** git as raw bytes, for verbs whose output is large, is not text, or that are fed a long list on stdin. */
import type { Buffer } from 'node:buffer';

import { runProcess } from '../platform/process.ts';
import { AppError } from '../words/errors.ts';
import { oneLine } from '../words/text.ts';
import { SAFE_CONFIG, type GitContext } from './run-git.ts';

export interface GitBytes {
  readonly exitCode: number;
  readonly stdout: Buffer;
}

/** Output past this many bytes is an error, never a silent cut. */
const MAX_BYTES = 1_500_000_000;

/** As `runGit`: every exit code that the caller did not list becomes an AppError. */
export async function runGitBytes(args: readonly string[], context: GitContext): Promise<GitBytes> {
  const result = await runProcess({
    argv: ['git', ...SAFE_CONFIG.flatMap((setting) => ['-c', setting]), ...args],
    cwd: context.cwd,
    env: context.env,
    maxBytes: MAX_BYTES,
    ...(context.stdin === undefined ? {} : { stdin: context.stdin }),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  const { exitCode } = result;
  if (
    exitCode !== null &&
    !result.tooMuchOutput &&
    !result.cancelled &&
    (context.okExitCodes ?? [0]).includes(exitCode)
  ) {
    return { exitCode, stdout: result.stdout };
  }
  const why = result.startError ?? (result.cancelled ? 'cancelled' : oneLine(result.stderr, 500));
  throw new AppError('failed', {
    code: 'git-failed',
    message: `git ${verbOf(args)} in ${context.cwd} failed (exit ${exitCode ?? result.signal ?? 'none'}): ${why}`,
    hint: '',
  });
}

/** The first word that is neither `-c` nor its value. */
function verbOf(args: readonly string[]): string {
  let index = 0;
  while (args[index] === '-c') index += 2;
  return args[index] ?? '';
}
