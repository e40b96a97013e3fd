/** What one branch of ours changes: a list of its files, or their text, a piece at a time. */
import { diffTrees } from '../git/diff-trees.ts';
import { gitIn, sealedEnvironment } from '../git/git-call.ts';
import { readDiff, type DiffPiece, streamDiff } from '../git/read-diff.ts';
import { resolveCommit } from '../git/resolve-commit.ts';
import { settingsAsEnvironment } from '../git/stream-git.ts';
import { AppError } from '../words/errors.ts';
import { isBranchName, type BranchName, type CommitSha, type RunId } from '../words/ids.ts';
import type { ReviewBranch } from '../words/review/review-branch.ts';
import { oneLine } from '../words/text.ts';
import type { Workspace } from '../workspace/contract.ts';

export interface BranchDiff extends DiffPiece {
  readonly branch: BranchName;
  readonly run: RunId;
  readonly base: CommitSha;
  readonly tip: CommitSha;
  /** `M src/one.ts`, the first ones. */
  readonly files: readonly string[];
  /** Of all. */
  readonly count: number;
}

export interface DiffQuestion {
  /** As git calls it below refs/heads/. */
  readonly branch: string;
  /** A file or folder of the repository; `null` = all. */
  readonly path: string | null;
  /** Bytes to pass over, and to give at most. */
  readonly offset: number;
  readonly most: number;
}

const MOST_FILES = 100;

/** Throws `not-found` for a branch that no run of ours made, and `usage` for a path that leads out of the repository. */
export async function readBranchDiff(
  workspace: Workspace,
  { branch, path, offset, most }: DiffQuestion,
): Promise<BranchDiff> {
  const name = isBranchName(branch) ? branch : null;
  const { views } = await workspace.runs.listViews({
    parts: true,
    only: (run) => run.branch === branch,
  });
  const view = name === null ? undefined : views.find((one) => one.branch === name);
  if (name === null || view === undefined || view.base === null) throw unknownBranch(branch);
  const { gitDir } = workspace.location;
  const tip = await resolveCommit(
    gitIn({ cwd: gitDir, env: workspace.gitEnv }),
    `refs/heads/${name}`,
  );
  if (tip === null) throw unknownBranch(branch);
  const { base } = view;
  const env = {
    ...sealedEnvironment(workspace.gitEnv),
    ...settingsAsEnvironment(),
    GIT_DIR: gitDir,
  };
  const repository = { cwd: gitDir, env };
  const { changes, count } = await diffTrees(repository, { from: base, to: tip, most: MOST_FILES });
  const wanted = path === null ? null : repositoryPath(path);
  const piece = await readDiff(repository, { from: base, to: tip, path: wanted, offset, most });
  const files = changes.map(({ status, path: file }) => `${status} ${oneLine(file, 300)}`);
  return { ...piece, branch: name, run: view.id, base, tip, files, count };
}

/** As it stands in a tree: relative, and nowhere upwards. */
function repositoryPath(path: string): string {
  const parts = path.replace(/\/$/, '').split('/');
  const fits = parts.every((part) => part !== '' && part !== '.' && part !== '..');
  if (fits && !path.includes('\0') && path.length <= 1_000) return parts.join('/');
  throw new AppError('usage', {
    code: 'bad-path',
    message: `"${oneLine(path, 80)}" is not a path of the repository`,
    hint: 'Write it from the root of the repository, such as src/main.ts.',
  });
}

function unknownBranch(text: string): AppError {
  return new AppError('not-found', {
    code: 'branch-unknown',
    message: `no branch of a run is called "${oneLine(text, 80)}"`,
    hint: 'Take the whole name from the list of branches.',
  });
}

// The diff of one branch against where it left its target, as it stands in review.
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
