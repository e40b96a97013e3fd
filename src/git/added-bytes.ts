/** How many bytes of lines commits add to files that were there: of a long file with one new line, that line. */
import type { CommitSha } from '../words/ids.ts';
import { streamGit, type GitProgram } from './stream-git.ts';

export interface AddedBytes {
  /** Blobs whose lines were counted; those of new and binary files, and of merges, are none of them. */
  readonly blobs: ReadonlySet<string>;
  readonly bytes: number;
}

const INDEX = /^index ([0-9a-f]+)\.\.([0-9a-f]+)(?: 100\d{3})?$/;
const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Of each commit on the way against its parent. Starts no program that attributes or settings name. */
export async function addedBytes(
  repository: GitProgram,
  base: CommitSha,
  tip: CommitSha,
): Promise<AddedBytes> {
  const counter = new Counter();
  await streamGit({
    ...repository,
    argv: [
      ...repository.argv,
      'log',
      '--format=',
      '--patch',
      '--unified=0',
      '--full-index',
      '--no-renames',
      '--diff-filter=M',
      '--no-color',
      '--no-ext-diff',
      '--no-textconv',
      `${base}..${tip}`,
      '--',
    ],
    verb: 'log',
    take: (piece) => {
      counter.push(piece.toString('latin1'));
      return true;
    },
  });
  return counter.result();
}

class Counter {
  #rest = '';
  #left = 0;
  #blob: string | null = null;
  #bytes = 0;
  readonly #blobs = new Set<string>();

  push(text: string): void {
    const lines = `${this.#rest}${text}`.split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#read(line);
  }

  result(): AddedBytes {
    if (this.#rest !== '') this.#read(this.#rest);
    return { blobs: this.#blobs, bytes: this.#bytes };
  }

  #read(line: string): void {
    if (this.#left > 0 && /^[+-]/.test(line)) {
      this.#left -= 1;
      // The mark stands for the end of the line.
      if (line.startsWith('+')) this.#bytes += line.length;
      return;
    }
    const index = INDEX.exec(line);
    if (index !== null) this.#blob = index[2] ?? null;
    const hunk = HUNK.exec(line);
    if (hunk === null) return;
    this.#left = Number(hunk[1] ?? 1) + Number(hunk[2] ?? 1);
    if (this.#blob !== null) this.#blobs.add(this.#blob);
  }
}
