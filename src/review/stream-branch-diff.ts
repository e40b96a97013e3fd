/** The diff of one branch against where it left its target, as it stands in review. */
import { sealedEnvironment } from '../git/git-call.ts';
import { streamDiff } from '../git/stream-diff.ts';
import { AppError } from '../words/errors.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface BranchDiffRequest {
  readonly branch: ReviewBranch;
  /** From `repositoryPaths`; empty: all. */
  readonly paths: readonly string[];
  /** Each line as git prints it, hostile; false: enough. */
  readonly take: (line: string) => boolean;
}

export async function streamBranchDiff(
  { location, gitEnv }: Pick<Workspace, 'location' | 'gitEnv'>,
  { branch, paths, take }: BranchDiffRequest,
): Promise<void> {
  const env = { ...sealedEnvironment(gitEnv), GIT_DIR: location.gitDir };
  const range = { from: branch.base, to: branch.tip, paths };
  await streamDiff(range, take, { cwd: location.gitDir, env });
}

/** As they stand in a tree. Throws `usage` for what leads out of the repository. */
export function repositoryPaths(paths: readonly string[]): readonly string[] {
  return paths.map((path) => {
    const trimmed = path.replace(/^\.\//, '').replace(/\/+$/, '');
    const parts = trimmed.split('/');
    const fits = parts.every((part) => part !== '' && part !== '.' && part !== '..');
    if (fits && !trimmed.includes('\0') && trimmed.length <= 1_000) return trimmed;
    throw new AppError('usage', {
      code: 'bad-path',
      message: `"${oneLine(path, 80)}" is not a path of the repository`,
      hint: 'Write it from the root of the repository, such as src/main.ts.',
    });
  });
}
