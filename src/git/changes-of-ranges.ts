/** What many pairs of commits differ in, renames told as such, by one process. */
import type { CommitRange } from './diff-many.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';
import { settingsAsEnvironment, streamGit } from './stream-git.ts';

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

// The lines that many pairs of commits take away and bring, by one process, without what is around them.

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
