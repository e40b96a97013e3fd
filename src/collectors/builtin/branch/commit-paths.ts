/** One commit of the given files and of nothing else; no hook, no signature, no maintenance. */
import { runProcess } from '../../../platform/process.ts';
import { oneLine } from '../../../words/text.ts';

const QUIET_CONFIG = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'commit.gpgSign=false',
  'gc.auto=0',
  'maintenance.auto=false',
].flatMap((setting) => ['-c', setting]);

export interface CommitRequest {
  readonly worktree: string;
  readonly env: Readonly<Record<string, string>>;
  /** Relative to the worktree. */
  readonly paths: readonly string[];
  /** Those of them that git does not know yet. */
  readonly fresh?: readonly string[];
  readonly message: string;
}

/** `null` when the commit was made, else what went wrong; the changed files are then still in the worktree. */
export async function commitPaths(request: CommitRequest): Promise<string | null> {
  const { paths, message, fresh = [] } = request;
  if (paths.length === 0) return null;
  const problem =
    fresh.length === 0 ? null : await git(request, ['add', '--intent-to-add', '--', ...fresh]);
  if (problem !== null) return problem;
  const options = ['--quiet', '--only', '--no-verify', '--cleanup=whitespace', '--file=-'];
  return git(request, ['commit', ...options, '--', ...paths], message);
}

async function git(
  { worktree, env }: CommitRequest,
  args: readonly string[],
  stdin?: string,
): Promise<string | null> {
  const result = await runProcess({
    argv: ['git', ...QUIET_CONFIG, '--literal-pathspecs', ...args],
    cwd: worktree,
    env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    ...(stdin === undefined ? {} : { stdin }),
    timeoutMs: 120_000,
  });
  if (result.exitCode === 0) return null;
  if (result.startError !== null) return `git could not be started: ${result.startError}`;
  const said = oneLine(result.stderr, 300);
  return `git ${args[0] ?? ''} ended with ${result.exitCode ?? result.signal ?? 'no exit code'}${said === '' ? '' : `: ${said}`}`;
}
