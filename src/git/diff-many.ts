/** What many pairs of commits differ in, by one process. */
import type { CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface CommitRange {
  readonly from: CommitSha;
  readonly to: CommitSha;
}

export interface RangeChanges {
  /** As they are called in `to` or, when deleted there, in `from`; bytes that are not UTF-8 show as U+FFFD. */
  readonly files: readonly string[];
  /** Of text; files of other bytes count none. */
  readonly insertions: number;
  readonly deletions: number;
}

/** In the order of the ranges. Throws `failed` / `git-failed` when one names what is not a commit. */
export async function diffMany(
  ranges: readonly CommitRange[],
  context: GitContext,
): Promise<readonly RangeChanges[]> {
  if (ranges.length === 0) return [];
  const { stdout } = await runGitBytes(
    // A second commit on a line stands for the parent of the first; `--always` answers each line, also where nothing differs.
    ['diff-tree', '--stdin', '--always', '-r', '-z', '--numstat', '--no-renames', '--no-ext-diff'],
    { ...context, stdin: ranges.map(({ from, to }) => `${to} ${from}\n`).join('') },
  );
  return parseMany(stdout.toString('utf8'), ranges);
}

const HEADER = /^[0-9a-f]{40,64}$/;
const NUMBERS = /^(\d+|-)\t(\d+|-)\t/;

/** A header names `to`; each file is `added TAB removed TAB path`. What git did not answer differs in nothing that is known. */
function parseMany(text: string, ranges: readonly CommitRange[]): readonly RangeChanges[] {
  const found: { files: string[]; insertions: number; deletions: number }[] = [];
  for (const token of text.split('\0')) {
    const numbers = NUMBERS.exec(token);
    const current = found.at(-1);
    if (numbers !== null && current !== undefined) {
      current.files.push(token.slice(numbers[0].length));
      current.insertions += Number(numbers[1] === '-' ? 0 : numbers[1]);
      current.deletions += Number(numbers[2] === '-' ? 0 : numbers[2]);
    } else if (HEADER.test(token)) {
      found.push({ files: [], insertions: 0, deletions: 0 });
    }
  }
  return ranges.map((_range, index) => found[index] ?? { files: [], insertions: 0, deletions: 0 });
}
