/** What many pairs of commits differ in, renames told as such, by one process. */
import type { CommitRange } from './diff-many.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface RangeChange {
  /** As it is called afterwards or, when deleted, was called before; bytes that are not UTF-8 show as U+FFFD. */
  readonly path: string;
  /** Of a rename; else `null`. */
  readonly from: string | null;
  readonly status: 'added' | 'changed' | 'deleted' | 'renamed';
  /** `null`: not text. */
  readonly insertions: number | null;
  readonly deletions: number | null;
  /** `null`: it is not there on that side. */
  readonly oldBlob: string | null;
  readonly newBlob: string | null;
  readonly oldMode: string;
  /** Of what is there afterwards or, when deleted, was before; octal. */
  readonly mode: string;
}

/** Beyond so many new and gone files together renames are not looked for. */
const RENAME_LIMIT = 1_000;

/** In the order of the ranges, each sorted by path. Throws `failed` / `git-failed` when one names what is not a commit. */
export async function changesOfRanges(
  ranges: readonly CommitRange[],
  context: GitContext,
): Promise<readonly (readonly RangeChange[])[]> {
  if (ranges.length === 0) return [];
  const { stdout } = await runGitBytes(
    [
      'diff-tree',
      '--stdin',
      // Answers each line, also where nothing differs.
      '--always',
      '-r',
      '-z',
      '--raw',
      '--numstat',
      '--no-abbrev',
      '-M',
      `-l${RENAME_LIMIT}`,
      '--no-ext-diff',
      '--no-textconv',
    ],
    // A second commit on a line stands for the parent of the first.
    { ...context, stdin: ranges.map(({ from, to }) => `${to} ${from}\n`).join('') },
  );
  const found = parseRanges(stdout.toString('utf8'));
  return ranges.map((_range, index) => found[index] ?? []);
}

const RAW = /^:(\d{6}) (\d{6}) ([0-9a-f]{40,64}) ([0-9a-f]{40,64}) ([A-Z])\d*$/;
const NUMBERS = /^(\d+|-)\t(\d+|-)\t/;
const NO_BLOB = /^0+$/;

/**
 * A header, then `:modes blobs status` each with its path (two of a rename), then `added TAB removed TAB path` (two of a
 * rename, after an empty one). Read by position: whatever a path looks like, it is never taken for anything else.
 */
export function parseRanges(text: string): readonly (readonly RangeChange[])[] {
  const tokens = text.split('\0');
  const ranges: Map<string, RangeChange>[] = [];
  for (let at = 0; at < tokens.length - 1;) {
    const token = tokens[at] ?? '';
    const current = ranges.at(-1);
    const raw = RAW.exec(token);
    const numbers = NUMBERS.exec(token);
    if (raw !== null && current !== undefined) {
      const moved = raw[5] === 'R';
      const change = toChange(raw, [tokens[at + 1] ?? '', moved ? (tokens[at + 2] ?? '') : null]);
      current.set(change.path, change);
      at += moved ? 3 : 2;
    } else if (numbers !== null && current !== undefined) {
      const own = token.slice(numbers[0].length);
      const path = own === '' ? (tokens[at + 2] ?? '') : own;
      const change = current.get(path);
      if (change !== undefined)
        current.set(path, {
          ...change,
          insertions: numberOf(numbers[1]),
          deletions: numberOf(numbers[2]),
        });
      at += own === '' ? 3 : 1;
    } else {
      ranges.push(new Map());
      at += 1;
    }
  }
  return ranges.map((changes) =>
    [...changes.values()].toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0)),
  );
}

function toChange(
  raw: RegExpExecArray,
  [first, second]: readonly [string, string | null],
): RangeChange {
  const [, oldMode = '', newMode = '', oldBlob = '', newBlob = '', letter = ''] = raw;
  return {
    path: second ?? first,
    from: second === null ? null : first,
    status:
      letter === 'A'
        ? 'added'
        : letter === 'D'
          ? 'deleted'
          : letter === 'R'
            ? 'renamed'
            : 'changed',
    insertions: null,
    deletions: null,
    oldBlob: NO_BLOB.test(oldBlob) ? null : oldBlob,
    newBlob: NO_BLOB.test(newBlob) ? null : newBlob,
    oldMode,
    mode: letter === 'D' ? oldMode : newMode,
  };
}

function numberOf(text: string | undefined): number | null {
  return text === undefined || text === '-' ? null : Number(text);
}
