/** The changes of one branch with what was said of them, where a page shows more than them. */
import { changedBetween } from '../../../review/read-tree-diff.ts';
import type { ReviewBranch } from '../../../words/review/review-branch.ts';
import type { PageCall } from '../../contract.ts';
import type { Html } from '../../html.ts';
import { diffView } from '../diff/diff-view.ts';
import { subjectOf } from '../parts/branch-name.ts';
import { commentsOn } from '../talk/comments-on.ts';

export async function branchDiff(call: PageCall, branch: ReviewBranch): Promise<Html> {
  const subject = subjectOf(branch);
  const [files, below] = await Promise.all([
    changedBetween(call.workspace, subject),
    commentsOn(call, subject),
  ]);
  return diffView(call, { subject, files, below });
}
