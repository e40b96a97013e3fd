/** The text of what differs between two commits, renames told as such, line by line as git prints it. */
import type { CommitRange } from './diff-many.ts';
import type { GitContext } from './run-git.ts';
import { settingsAsEnvironment, streamGit } from './stream-git.ts';

export interface DiffStream extends CommitRange {
  /** Files or folders, taken literally; empty: all. */
  readonly paths: readonly string[];
}

/** Starts no program that attributes or settings of the repository name. @param take false: enough */
export async function streamDiff(
  { from, to, paths }: DiffStream,
  take: (line: string) => boolean,
  context: GitContext,
): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  let wanted = true;
  await streamGit({
    argv: [
      'git',
      '--literal-pathspecs',
      'diff-tree',
      '-r',
      '-p',
      '-M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      from,
      to,
      '--',
      ...paths,
    ],
    cwd: context.cwd,
    env: { ...context.env, ...settingsAsEnvironment() },
    verb: 'diff-tree',
    ...(context.signal === undefined ? {} : { signal: context.signal }),
    take: (piece) => {
      const lines = `${rest}${decoder.decode(piece, { stream: true })}`.split('\n');
      rest = lines.pop() ?? '';
      wanted = lines.every((line) => take(line));
      return wanted;
    },
  });
  if (wanted && rest !== '') take(rest);
}
