/** Branches that the page made of a definition: a person wrote it for review, so it waits like a branch of a run. */
import type { NamedTip } from '../git/list-branch-tips.ts';

/** Before the id of the routine. */
export const WRITTEN_SUBJECT = 'Define the routine ';

export function isWritten({ branch, subject }: Pick<NamedTip, 'branch' | 'subject'>): boolean {
  return branch.startsWith('routines/') && subject.startsWith(WRITTEN_SUBJECT);
}
