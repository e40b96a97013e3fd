import { isBranchName, isCommitSha, type BranchName, type CommitSha } from './ids.ts';

/** What a refused proposal names where its run left no branch. */
export function nothingLeft(run: string): { readonly branch: BranchName; readonly tip: CommitSha } {
  const branch = `none/${run}`;
  const tip = '0'.repeat(40);
  if (!isBranchName(branch) || !isCommitSha(tip)) throw new TypeError(branch);
  return { branch, tip };
}
