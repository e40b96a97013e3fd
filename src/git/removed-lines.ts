/** The lines that many pairs of commits take away and bring, by one process, without what is around them. */
import type { CommitRange } from './diff-many.ts';
import type { GitContext } from './run-git.ts';
import { settingsAsEnvironment, streamGit } from './stream-git.ts';

/** Of all pairs together; what lies beyond is not looked at. */
const MOST_BYTES = 32_000_000;

/** Calls `take` for each line that begins with `-` or `+`, in the order of the ranges. */
export async function eachChangedLine(
  ranges: readonly CommitRange[],
  take: (range: number, line: string) => void,
  context: GitContext,
): Promise<void> {
  if (ranges.length === 0) return;
  const decoder = new TextDecoder();
  let [rest, range, bytes] = ['', -1, 0];
  const read = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (/^[0-9a-f]{40,64}$/.test(line)) range += 1;
      else if (line.startsWith('-') || line.startsWith('+')) take(range, line);
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
}
