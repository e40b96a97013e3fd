/** Which files differ between two commits, renames told as such, with their lines counted. */
import type { CommitSha } from '../words/ids.ts';
import type { ChangedFile } from './file-diff.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

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
