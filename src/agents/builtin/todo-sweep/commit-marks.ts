/** One commit of the files that were marked, and of nothing else; no hook, no signature, no maintenance. */
import type { RunId } from '../../../domain/ids.ts';
import { oneLine, plural } from '../../../domain/text.ts';
import { runProcess } from '../../../platform/process.ts';
import { noteTitle } from './describe-note.ts';
import type { MarkOutcome } from './mark-notes.ts';

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
  readonly run: RunId | null;
  readonly outcome: MarkOutcome;
}

/** `null` when the commit was made, else what went wrong; the changed files are then still in the worktree. */
export async function commitMarks(request: CommitRequest): Promise<string | null> {
  const { worktree, env, outcome } = request;
  if (outcome.paths.length === 0) return null;
  const result = await runProcess({
    argv: [
      'git',
      ...QUIET_CONFIG,
      '--literal-pathspecs',
      'commit',
      '--quiet',
      '--only',
      '--no-verify',
      '--cleanup=whitespace',
      '--file=-',
      '--',
      ...outcome.paths,
    ],
    cwd: worktree,
    env: { ...env, LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0' },
    stdin: commitMessage(request),
    timeoutMs: 120_000,
  });
  if (result.exitCode === 0) return null;
  if (result.startError !== null) return `git could not be started: ${result.startError}`;
  const said = oneLine(result.stderr, 300);
  return `git commit ended with ${result.exitCode ?? result.signal ?? 'no exit code'}${said === '' ? '' : `: ${said}`}`;
}

/** Lines that the key alone changed are no one's work: the trailer lets blame pass over the commit. */
export function commitMessage({ outcome, run }: Pick<CommitRequest, 'outcome' | 'run'>): string {
  const { marked } = outcome;
  const subject =
    marked.length === 1
      ? 'Give a note the key of its item'
      : `Give ${plural(marked.length, 'note')} the keys of their items`;
  const lines = marked.map(
    ({ todo, item }) => `${item} ${oneLine(`${todo.path}:${todo.line} ${noteTitle(todo)}`, 160)}`,
  );
  const trailers = ['Roundsman-Blame: ignore', ...(run === null ? [] : [`Roundsman-Run: ${run}`])];
  return [subject, '', ...lines, '', ...trailers, ''].join('\n');
}
