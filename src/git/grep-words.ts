/** Lines of a commit that hold one of some words. */
import type { Buffer } from 'node:buffer';

import type { GitContext } from './run-git.ts';
import { runGit, SAFE_CONFIG } from './run-git.ts';
import { streamGit } from './stream-git.ts';

export interface WordLines {
  /** Called once a line; a path whose bytes are not UTF-8 shows U+FFFD. */
  readonly take: (path: string, line: string) => void;
  /** Bytes that are read at most; the answer is cut there. */
  readonly mostBytes: number;
  /** `word`: each word that was found alone, instead of its line. */
  readonly give?: 'line' | 'word';
}

/** Which of the words stand in files of the commit as they are. None where there is no such commit. */
export async function wordsIn(
  context: GitContext,
  { commit, words }: { readonly commit: string; readonly words: readonly string[] },
): Promise<ReadonlySet<string>> {
  if (words.length === 0) return new Set();
  const patterns = words.flatMap((word) => ['-e', word]);
  const argv = ['grep', '-h', '-o', '-I', '-w', '--fixed-strings', ...patterns, commit, '--'];
  const { stdout } = await runGit(argv, { ...context, okExitCodes: [0, 1, 128] });
  return new Set(stdout.split('\n').filter((word) => word !== ''));
}

const MOST_A_FILE = 30;

/** Words of letters, digits, `_` and `$` only: they go to git as one pattern. `cut` where there is more than was read. */
export async function grepWords(
  context: GitContext,
  { commit, words }: { readonly commit: string; readonly words: readonly string[] },
  { take, mostBytes, give }: WordLines,
): Promise<'all' | 'cut'> {
  const plain = words.filter((word) => /^[\w$]+$/.test(word));
  if (plain.length === 0) return 'all';
  const pattern = plain.map((word) => word.replaceAll('$', String.raw`\$`)).join('|');
  let rest = '';
  let bytes = 0;
  const decoder = new TextDecoder();
  const flags = ['-I', '-w', '-E', '-z', '--no-color', '--full-name', `--max-count=${MOST_A_FILE}`];
  const answer = await streamGit({
    argv: [
      'git',
      ...SAFE_CONFIG.flatMap((one) => ['-c', one]),
      'grep',
      ...flags,
      ...(give === 'word' ? ['-o'] : []),
      '-e',
      pattern,
      commit,
      '--',
    ],
    cwd: context.cwd,
    env: { ...context.env, GIT_NO_LAZY_FETCH: '1' },
    verb: 'grep',
    // 1: nothing found. 128: a file that is not there; what was printed still holds.
    okExitCodes: [0, 1, 128],
    take: (piece: Buffer) => {
      bytes += piece.length;
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n');
      rest = (lines.pop() ?? '').slice(0, 10_000);
      for (const line of lines) {
        const end = line.indexOf('\0');
        if (end !== -1) take(line.slice(commit.length + 1, end), line.slice(end + 1, end + 1_000));
      }
      return bytes < mostBytes;
    },
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  return answer.kind === 'stopped' ? 'cut' : 'all';
}
