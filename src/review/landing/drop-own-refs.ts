/** Deletes refs of ours. If they cannot be deleted now (`packed-refs.lock`), a later recovery deletes them. */
import { updateRefs } from '../../git/update-refs.ts';
import type { BranchDesk } from './branch-desk.ts';

/** False: they are still there. */
export async function dropOwnRefs({ git }: BranchDesk, refs: readonly string[]): Promise<boolean> {
  if (refs.length === 0) return true;
  try {
    await updateRefs(
      git,
      refs.map((ref) => ({ kind: 'delete', ref })),
    );
    return true;
  } catch {
    return false;
  }
}
