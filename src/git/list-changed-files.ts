import { type CommitSha, isCommitSha } from '../words/ids.ts';
import type { Diffstat } from '../words/run.ts';
import type { ChangedFile } from './diff-blobs.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitCall } from './git-call.ts';
import { runGit, type GitContext } from './run-git.ts';

/** Paths that differ between two commits, as they are called in `to` or, when deleted there, in `from`. */
export async function listChangedFiles(
  range: { readonly from: CommitSha; readonly to: CommitSha },
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    ['diff-tree', '-r', '-z', '--name-only', '--no-renames', range.from, range.to, '--'],
    context,
  );
  return stdout.split('\0').filter((path) => path !== '');
}

/** How files that `from` has are called in `to` where that differs; only those that git takes for the same ones. */
export async function listRenames(
  context: GitContext,
  { from, to }: { readonly from: CommitSha; readonly to: CommitSha },
): Promise<ReadonlyMap<string, string>> {
  if (!isCommitSha(from) || !isCommitSha(to)) return new Map();
  const { exitCode, stdout } = await runGitBytes(
    ['diff-tree', '-r', '-z', '-M', '--diff-filter=R', '--name-status', '--no-ext-diff', from, to],
    { ...context, okExitCodes: [0, 128] },
  );
  // One of the two commits is not there any more.
  if (exitCode !== 0) return new Map();
  const tokens = stdout.toString('utf8').split('\0');
  const renames = new Map<string, string>();
  for (let at = 0; at + 2 < tokens.length; at += 3)
    renames.set(tokens[at + 1] ?? '', tokens[at + 2] ?? '');
  return renames;
}

/** Files and lines that differ; a binary file counts as a file without lines. */
export async function countChanges(git: GitCall, from: string, to: string): Promise<Diffstat> {
  const asked = await git(['diff-tree', '-r', '-z', '--numstat', '--no-renames', from, to]);
  const lines = asked.stdout.split('\0').filter((line) => line !== '');
  const sum = (column: number): number =>
    lines.reduce((total, line) => total + (Number(line.split('\t')[column]) || 0), 0);
  return { files: lines.length, insertions: sum(0), deletions: sum(1) };
}

// Which files differ between two commits, renames told as such, with their lines counted.

/** Sorted by path. Starts no program that attributes or settings of the repository name. */
export async function changedFiles(
  { from, to }: { readonly from: CommitSha; readonly to: CommitSha },
  context: GitContext,
): Promise<readonly ChangedFile[]> {
  const { stdout } = await runGitBytes(
    [
      'diff-tree',
      '-r',
      '-z',
      '--raw',
      '--numstat',
      '-M',
      '--no-abbrev',
      '--no-ext-diff',
      '--no-textconv',
      from,
      to,
    ],
    context,
  );
  return parseChanged(stdout.toString('utf8')).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

interface RawChange {
  readonly facts: readonly string[];
  readonly from: string | null;
  readonly path: string;
}

/** First every file in the raw form (`:oldmode newmode old new STATUS`, its path, of a rename both), then its numbers. */
function parseChanged(text: string): readonly ChangedFile[] {
  const tokens = text.split('\0');
  const raw: RawChange[] = [];
  const numbers = new Map<string, readonly [number | null, number | null]>();
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? '';
    const moved = (): [string, string] => [tokens[index + 1] ?? '', tokens[index + 2] ?? ''];
    const counted = NUMBERS.exec(token);
    if (token.startsWith(':') && RAW.test(token)) {
      const facts = token.slice(1).split(' ');
      const renamed = facts[4]?.startsWith('R') === true;
      const [one, two] = moved();
      raw.push({ facts, from: renamed ? one : null, path: renamed ? two : one });
      index += renamed ? 2 : 1;
    } else if (counted !== null) {
      const name = counted[3] ?? '';
      numbers.set(name === '' ? moved()[1] : name, [count(counted[1]), count(counted[2])]);
      if (name === '') index += 2;
    }
  }
  return raw.map((one) => toChanged(one, numbers.get(one.path)));
}

const RAW = /^:\d{6} \d{6} [0-9a-f]+ [0-9a-f]+ [A-Z]\d*$/;
const NUMBERS = /^(\d+|-)\t(\d+|-)\t([^]*)$/;

function toChanged(
  { facts, from, path }: RawChange,
  lines: readonly [number | null, number | null] | undefined,
): ChangedFile {
  const [oldMode = '', newMode = '', oldId = '', newId = '', status = ''] = facts;
  return {
    path,
    from,
    status: STATUS[status.charAt(0)] ?? 'changed',
    insertions: lines?.[0] ?? null,
    deletions: lines?.[1] ?? null,
    oldBlob: idOrNull(oldId),
    newBlob: idOrNull(newId),
    oldMode,
    newMode,
  };
}

const STATUS: Readonly<Record<string, ChangedFile['status']>> = {
  A: 'added',
  D: 'deleted',
  R: 'renamed',
};

function count(text: string | undefined): number | null {
  return text === undefined || text === '-' ? null : Number(text);
}

function idOrNull(id: string): string | null {
  return /^0+$/.test(id) ? null : id;
}
