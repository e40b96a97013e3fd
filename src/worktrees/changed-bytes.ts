/** How much a branch brings, as `outputs.branch.max-bytes` counts: new files whole, of changed ones the lines that are new. */
import { addedBytes } from '../git/added-bytes.ts';
import type { WorktreeRequest } from '../sandbox/run-worktree.ts';
import type { CommitSha } from '../words/ids.ts';
import { KEEPABLE_BYTES } from './fetch-agent-commits.ts';
import { bridgeProgram } from './repository-calls.ts';

/** The lines are looked at only where the files are too much, and small enough to be kept. */
export async function changedBytes(
  request: WorktreeRequest,
  {
    base,
    tip,
    blobs,
  }: {
    readonly base: CommitSha;
    readonly tip: CommitSha;
    readonly blobs: readonly { readonly id: string; readonly size: number }[];
  },
): Promise<number> {
  const whole = blobs.reduce((sum, { size }) => sum + size, 0);
  const { maxBytes } = request.spec.routine.outputs.branch;
  if (whole <= maxBytes || whole > KEEPABLE_BYTES) return whole;
  const added = await addedBytes({ ...bridgeProgram(request), argv: ['git'] }, base, tip);
  const others = blobs.filter(({ id }) => !added.blobs.has(id));
  return Math.min(whole, added.bytes + others.reduce((sum, { size }) => sum + size, 0));
}
