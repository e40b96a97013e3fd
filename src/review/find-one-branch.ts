import { AppError } from '../words/errors.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';
import { findReviewed } from './find-reviewed.ts';

/** Throws `not-found`, and `usage` for a set of several. */
export async function findOneBranch(workspace: Workspace, what: string): Promise<ReviewBranch> {
  const { branches } = await findReviewed(workspace, { what });
  const [only] = branches;
  if (only !== undefined && branches.length === 1) return only;
  throw new AppError('usage', {
    code: 'one-branch',
    message: `"${oneLine(what, 80)}" is a set of ${branches.length} branches, and one is wanted`,
    hint: `Name one of them: ${branches.map(({ branch }) => oneLine(branch, 80)).join(', ')}`,
  });
}
