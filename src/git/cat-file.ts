/** Contents of many blobs by one process a batch. */
import type { Buffer } from 'node:buffer';

import { AppError } from '../words/errors.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface BlobRequest {
  readonly blob: string;
  /** Bytes, as `ls-tree -l` says; decides how many are read at once. */
  readonly size: number;
}

/** Held in memory at once; a larger blob is a batch of its own. */
const BATCH_BYTES = 32_000_000;

/** Calls `take` once a blob, in order. Throws `object-missing` when the repository does not hold one. */
export async function readBlobs(
  context: GitContext,
  blobs: readonly BlobRequest[],
  take: (blob: string, content: Buffer) => void,
): Promise<void> {
  for (const batch of batchesOf(blobs)) {
    const { stdout } = await runGitBytes(['cat-file', '--batch'], {
      ...context,
      stdin: `${batch.join('\n')}\n`,
    });
    let offset = 0;
    for (const blob of batch) {
      const end = stdout.indexOf(10, offset);
      const header = stdout.toString('latin1', offset, end);
      const size = /^[0-9a-f]+ blob (\d+)$/.exec(header)?.[1];
      if (end === -1 || size === undefined) throw missing(blob, context.cwd);
      take(blob, stdout.subarray(end + 1, end + 1 + Number(size)));
      offset = end + 1 + Number(size) + 1;
    }
  }
}

function batchesOf(blobs: readonly BlobRequest[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let batch: string[] = [];
  let bytes = 0;
  for (const { blob, size } of blobs) {
    if (batch.length > 0 && bytes + size > BATCH_BYTES) {
      batches.push(batch);
      batch = [];
      bytes = 0;
    }
    batch.push(blob);
    bytes += size;
  }
  return batch.length > 0 ? [...batches, batch] : batches;
}

function missing(blob: string, cwd: string): AppError {
  return new AppError('missing', {
    code: 'object-missing',
    message: `the file contents ${blob} are not in the repository (${cwd})`,
    hint: 'In a partial clone, fetch everything first: git fetch --refetch --no-filter.',
  });
}
