import type { Workspace } from '../workspace/contract.ts';
import { branchChain } from './branch-chain.ts';
import type { Named, PlacedComment } from './contract.ts';
import { namedBranch } from './named-branch.ts';
import { placeComments } from './place-comments.ts';
import { noteSent } from './sent-comments.ts';

/** By number. Of a branch also those on the ones before it that it goes on from. */
export async function listComments(
  workspace: Workspace,
  { what }: Partial<Named>,
): Promise<readonly PlacedComment[]> {
  const { views: known } = await workspace.runs.listViews({ parts: true });
  await noteSent(workspace, known);
  const all = await workspace.review.comments.list();
  if (what === undefined) return placeComments(workspace, all);
  const { branch, views } = await namedBranch(workspace, what);
  const chain = await branchChain(workspace, views, branch);
  const names = new Set<string>([branch, ...chain.map((link) => link.branch)]);
  return placeComments(
    workspace,
    all.filter((comment) => names.has(comment.branch)),
  );
}
