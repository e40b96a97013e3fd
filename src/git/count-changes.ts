import type { Diffstat } from '../words/run.ts';
import type { GitCall } from './git-call.ts';

/** Files and lines that differ; a binary file counts as a file without lines. */
export async function countChanges(git: GitCall, from: string, to: string): Promise<Diffstat> {
  const asked = await git(['diff-tree', '-r', '-z', '--numstat', '--no-renames', from, to]);
  const lines = asked.stdout.split('\0').filter((line) => line !== '');
  const sum = (column: number): number =>
    lines.reduce((total, line) => total + (Number(line.split('\t')[column]) || 0), 0);
  return { files: lines.length, insertions: sum(0), deletions: sum(1) };
}
