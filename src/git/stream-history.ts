/**
 * The history of a commit, newest first and children before their parents, with what each commit changed: one process,
 * read as it prints. Stop iterating and it ends.
 */
import { startProcess } from '../platform/start-process.ts';
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { oneLine } from '../words/text.ts';
import { SAFE_CONFIG, type GitContext } from './run-git.ts';

export interface HistoryStep {
  readonly commit: CommitSha;
  /** None where the history ends: a first commit, or the end of a shallow clone. */
  readonly parents: readonly CommitSha[];
  /** Against the first parent; of a commit without parents, every file. */
  readonly changes: readonly FileChange[];
}

export interface FileChange {
  readonly path: string;
  /** Blobs; `null` where there is no file (added, removed, or a submodule). */
  readonly before: string | null;
  readonly after: string | null;
}

const ARGS = [
  'log',
  '--raw',
  '--no-renames',
  '--diff-merges=first-parent',
  '--root',
  '--topo-order',
  '--no-show-signature',
  '--no-color',
  '--no-abbrev',
  '-z',
  '--format=%x02%H %P',
];

/** Ends early where a part of the history is not in the repository. */
export async function* streamHistory(
  context: GitContext,
  base: CommitSha,
): AsyncGenerator<HistoryStep, void> {
  const isCancelled = (): boolean => context.signal?.aborted === true;
  // A short history is printed before the process can be ended.
  if (isCancelled()) throw failed(context.cwd, 'cancelled');
  const running = startProcess({
    argv: ['git', ...SAFE_CONFIG.flatMap((setting) => ['-c', setting]), ...ARGS, base, '--'],
    cwd: context.cwd,
    env: context.env,
    stdin: 'empty',
    stdout: 'pipe',
    stderr: 'pipe',
    ownSession: false,
  });
  const cancel = (): void => running.kill('SIGKILL');
  context.signal?.addEventListener('abort', cancel, { once: true });
  let stderr = '';
  running.stderr?.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-2_000);
  });
  try {
    yield* readSteps(running.stdout ?? []);
    const { exitCode, startError } = await running.ended;
    if (isCancelled()) throw failed(context.cwd, 'cancelled');
    if (exitCode !== 0 && exitCode !== 128) throw failed(context.cwd, startError ?? stderr);
  } finally {
    context.signal?.removeEventListener('abort', cancel);
    running.kill('SIGKILL');
  }
}

interface OpenStep {
  readonly commit: CommitSha;
  readonly parents: readonly CommitSha[];
  readonly changes: FileChange[];
}

/** `\2COMMIT PARENTS`, then for each change a word `:MODES BLOBS STATUS` and a path; a NUL ends each. */
async function* readSteps(
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<HistoryStep, void> {
  const decoder = new TextDecoder();
  let rest = '';
  let step: OpenStep | null = null;
  let change: string | null = null;
  for await (const piece of pieces) {
    const words = (rest + decoder.decode(piece, { stream: true })).split('\0');
    rest = words.pop() ?? '';
    for (const word of words) {
      if (change !== null) {
        step?.changes.push(readChange(change, word));
        change = null;
        continue;
      }
      const text = word.replace(/^\n+/, '');
      if (text.startsWith(':')) change = text;
      else if (text.startsWith('\u0002')) {
        if (step !== null) yield step;
        const [commit, ...parents] = text
          .slice(1)
          .split(' ')
          .filter((id) => isCommitSha(id));
        step = commit === undefined ? null : { commit, parents, changes: [] };
      }
    }
  }
  if (step !== null) yield step;
}

function readChange(word: string, path: string): FileChange {
  const [modeBefore = '', modeAfter = '', before = '', after = ''] = word.slice(1).split(' ');
  const blobOf = (mode: string, id: string): string | null =>
    mode === '000000' || mode === '160000' ? null : id;
  return { path, before: blobOf(modeBefore, before), after: blobOf(modeAfter, after) };
}

function failed(cwd: string, why: string): AppError {
  return new AppError('failed', {
    code: 'git-failed',
    message: `git log in ${cwd} failed: ${oneLine(why, 500)}`,
    hint: '',
  });
}
