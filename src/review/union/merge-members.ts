/**
 * Branches merged one after the other onto their target, as commits in the user's repository below a ref of ours. Made in a
 * scratch repository: of a merge that conflicts nothing arrives.
 */
import { listAttributeFiles } from '../../git/attribute-files.ts';
import { commitTree } from '../../git/commit-tree.ts';
import { fetchRefs, fileUrl } from '../../git/fetch-ref.ts';
import { gitIn } from '../../git/git-call.ts';
import { mergeTrees } from '../../git/merge-trees.ts';
import type { GitContext } from '../../git/run-git.ts';
import { withScratchRepository, type ScratchRepository } from '../../git/scratch-repository.ts';
import { updateRefs } from '../../git/update-refs.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { ConflictFile } from '../../words/review/change-set.ts';
import { oneLine } from '../../words/text.ts';

export interface Member {
  readonly branch: string;
  readonly tip: CommitSha;
}

export interface MergeRequest {
  readonly repository: GitContext;
  readonly target: { readonly target: string; readonly tip: CommitSha };
  readonly members: readonly Member[];
  /** Below `refs/roundsman/`; made, never moved. */
  readonly ref: string;
  /** Of the merges: who the commits are by, and their time, so that the same comes to the same. */
  readonly email: string;
  readonly at: string;
}

export type MergedMembers =
  | { readonly kind: 'merged'; readonly commit: CommitSha }
  | { readonly kind: 'conflict'; readonly at: string; readonly files: readonly ConflictFile[] }
  | { readonly kind: 'failed'; readonly why: string };

export async function mergeMembers(request: MergeRequest): Promise<MergedMembers> {
  const { repository, target, members, ref } = request;
  const git = gitIn({ ...repository, env: { ...repository.env, GIT_ALLOW_PROTOCOL: 'file' } });
  if (members.length === 0) {
    await updateRefs(git, [{ kind: 'create', ref, to: target.tip }]);
    return { kind: 'merged', commit: target.tip };
  }
  const attributes = await listAttributeFiles(repository, target.tip);
  return withScratchRepository({ repository, attributes }, async (scratch) => {
    const merged = await mergeAll(request, scratch);
    if (merged.kind !== 'merged') return merged;
    const made = gitIn(scratch.context);
    await updateRefs(made, [{ kind: 'create', ref: UNION, to: merged.commit }]);
    await fetchRefs(git, { from: fileUrl(scratch.gitDir), refspecs: [`${UNION}:${ref}`] });
    return merged;
  });
}

const UNION = 'refs/heads/union';

async function mergeAll(
  { target, members, email, at }: MergeRequest,
  scratch: ScratchRepository,
): Promise<MergedMembers> {
  const git = gitIn(scratch.context);
  const seconds = Math.floor(Date.parse(at) / 1000);
  const person = { name: 'Roundsman (union)', email, at: `${seconds} +0000` };
  let commit = target.tip;
  for (const { branch, tip } of members) {
    const [answer] = await mergeTrees([{ ours: commit, theirs: tip }], scratch.context);
    if (answer === undefined || answer.kind === 'error') {
      const why = answer?.detail ?? 'git said nothing';
      return { kind: 'failed', why: `${oneLine(branch, 200)} cannot be merged: ${why}` };
    }
    if (answer.kind === 'conflict') return { kind: 'conflict', at: branch, files: answer.files };
    commit = await commitTree(git, {
      tree: answer.tree,
      parents: [commit, tip],
      message: `Merge ${oneLine(branch, 200)}`,
      author: person,
      committer: person,
    });
  }
  return { kind: 'merged', commit };
}
