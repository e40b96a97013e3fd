/** The lines that many pairs of commits take away and bring, by one process, without what is around them. */
import type { CommitRange } from './diff-many.ts';
import type { GitContext } from './run-git.ts';
import { settingsAsEnvironment, streamGit } from './stream-git.ts';

/** Of all pairs together; what lies beyond is not looked at. */
const MOST_BYTES = 32_000_000;

export interface ChangedLine {
  /** Of the newer side; of a deleted file the older one's. */
  readonly path: string;
  /** With its `-` or `+`. */
  readonly line: string;
  /** Counts through all ranges: lines of one hunk stand in the same place. */
  readonly hunk: number;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/**
 * Calls `take` for each changed line, in the order of the ranges. Which lines are of a hunk its head says: what a file holds may
 * look like a head. Gives whether all were read.
 */
export async function eachChangedLine(
  ranges: readonly CommitRange[],
  take: (range: number, changed: ChangedLine) => void,
  context: GitContext,
): Promise<boolean> {
  if (ranges.length === 0) return true;
  const decoder = new TextDecoder();
  let [rest, path, range, left, bytes, hunks] = ['', '', -1, 0, 0, 0];
  const read = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (left > 0) {
        if (!/^[-+]/.test(line)) continue;
        left -= 1;
        take(range, { path, line, hunk: hunks });
        continue;
      }
      const hunk = HUNK.exec(line);
      if (hunk !== null) {
        left = Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
        hunks += 1;
      } else if (/^[0-9a-f]{40,64}$/.test(line)) range += 1;
      else if (/^(?:---|\+\+\+) [ab]\//.test(line)) path = line.slice(6).replace(/\t$/, '');
    }
  };
  await streamGit({
    argv: [
      'git',
      'diff-tree',
      '--stdin',
      '--always',
      '-r',
      '-p',
      '-U0',
      '-M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
    ],
    cwd: context.cwd,
    env: { ...context.env, ...settingsAsEnvironment() },
    verb: 'diff-tree',
    stdin: ranges.map(({ from, to }) => `${to} ${from}\n`).join(''),
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    take: (piece) => {
      bytes += piece.length;
      read(decoder.decode(piece, { stream: true }));
      return bytes < MOST_BYTES;
    },
  });
  return bytes < MOST_BYTES;
}
