/** Local branches: where they stand, since when, and whether others have all of it. */
import { isCommitSha, type CommitSha, isBranchName, type BranchName } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface BranchHead {
  readonly tip: CommitSha;
  /** Of the newest commit, ISO 8601. */
  readonly at: string;
  /** One of `bases` has every commit of it. */
  readonly merged: boolean;
}

/** By name, without `refs/heads/`. Throws `failed` / `git-failed` when a base is not a commit of the repository. */
export async function listHeads(
  bases: readonly CommitSha[],
  context: GitContext,
): Promise<ReadonlyMap<string, BranchHead>> {
  const format = '--format=%(objectname) %(committerdate:iso-strict) %(refname)';
  const every = await runGit(['for-each-ref', format, '--', 'refs/heads/'], context);
  const merged = new Set(bases.length === 0 ? [] : await mergedInto(bases, context));
  const heads = every.stdout.split('\n').flatMap((line): readonly [string, BranchHead][] => {
    const [tip = '', at = '', ref = ''] = line.split(' ');
    if (!isCommitSha(tip)) return [];
    return [
      [ref.replace(/^refs\/heads\//, ''), { tip, at: instantOf(at), merged: merged.has(ref) }],
    ];
  });
  return new Map(heads);
}

async function mergedInto(
  bases: readonly CommitSha[],
  context: GitContext,
): Promise<readonly string[]> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(refname)',
      ...bases.map((base) => `--merged=${base}`),
      '--',
      'refs/heads/',
    ],
    context,
  );
  return stdout.split('\n').filter((ref) => ref !== '');
}

function instantOf(text: string): string {
  const time = Date.parse(text);
  return Number.isNaN(time) ? new Date(0).toISOString() : new Date(time).toISOString();
}

export interface BranchTip {
  readonly branch: BranchName;
  readonly tip: CommitSha;
  /** Of the tip's message; hostile text, one line. */
  readonly subject: string;
}

/**
 * Branches below `refs/heads/<prefix>/` whose tip is not in the history of `base`. Names that are not of our
 * making are left out. Throws `failed` / `git-failed` when `base` is not a commit of the repository.
 */
export async function listUnmergedBranches(
  request: { readonly prefix: string; readonly base: CommitSha },
  context: GitContext,
): Promise<readonly BranchTip[]> {
  const { stdout } = await runGit(
    [
      'for-each-ref',
      '--format=%(objectname) %(refname) %(contents:subject)',
      `--no-merged=${request.base}`,
      '--',
      `refs/heads/${request.prefix}/`,
    ],
    context,
  );
  return stdout.split('\n').flatMap((line) => {
    const [tip = '', ref = ''] = line.split(' ', 2);
    const branch = ref.replace(/^refs\/heads\//, '');
    const subject = line.slice(tip.length + ref.length + 2);
    return isCommitSha(tip) && isBranchName(branch) ? [{ branch, tip, subject }] : [];
  });
}
