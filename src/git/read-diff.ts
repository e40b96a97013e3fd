/** A piece of the diff between two commits: a large diff is never held in memory as a whole. */
import { Buffer } from 'node:buffer';

import type { CommitSha } from '../words/ids.ts';
import type { CommitRange } from './diff-many.ts';
import type { GitContext } from './run-git.ts';
import { streamGit, type GitProgram, settingsAsEnvironment } from './stream-git.ts';

export interface DiffPiece {
  /** UTF-8; what a cut went through shows as U+FFFD. */
  readonly text: string;
  /** Where the next piece begins, in bytes; `null`: there is none. */
  readonly next: number | null;
}

export interface DiffRequest {
  readonly from: CommitSha;
  readonly to: CommitSha;
  /** A file or folder, taken literally; `null` = all. */
  readonly path: string | null;
  /** In bytes. */
  readonly offset: number;
  readonly most: number;
}

/** Starts no program that attributes or settings of the repository name. */
export async function readDiff(
  repository: Omit<GitProgram, 'argv'>,
  { from, to, path, offset, most }: DiffRequest,
): Promise<DiffPiece> {
  const pieces: Buffer[] = [];
  let seen = 0;
  let kept = 0;
  const answer = await streamGit({
    ...repository,
    argv: [
      'git',
      '--literal-pathspecs',
      'diff-tree',
      '-r',
      '-p',
      '--no-color',
      '--no-renames',
      '--no-ext-diff',
      '--no-textconv',
      from,
      to,
      '--',
      ...(path === null ? [] : [path]),
    ],
    verb: 'diff-tree',
    take: (piece) => {
      const begin = Math.max(0, offset - seen);
      seen += piece.length;
      // One byte more than is wanted tells that there is more.
      const part = piece.subarray(begin, begin + most + 1 - kept);
      kept += part.length;
      pieces.push(part);
      return kept <= most;
    },
  });
  const bytes = Buffer.concat(pieces);
  const more = answer.kind === 'stopped' || bytes.length > most;
  return { text: bytes.toString('utf8', 0, most), next: more ? offset + most : null };
}

// The text of what differs between two commits, renames told as such, line by line as git prints it.
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
