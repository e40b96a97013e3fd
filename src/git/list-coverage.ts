/**
 * Commits that say by their trailers which findings they deal with. One whose lines blame passes over (`Roundsman-Blame:
 * ignore`) only wrote keys on notes: that is no work on what they say.
 */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGit, type GitContext } from './run-git.ts';

export interface CoveringCommit {
  readonly commit: CommitSha;
  /** ISO 8601. */
  readonly at: string;
  /** The branch by which it was reached; `null` for one of the bases. */
  readonly branch: string | null;
  /** Values of its trailers of that key. */
  readonly values: readonly string[];
}

const MOST = 5_000;
const PASSED_OVER = 'Roundsman-Blame';

/** Of branches below `refs/heads/<prefix>/`, what none of `bases` has. */
export async function coverageOnBranches(
  request: { readonly key: string; readonly prefix: string; readonly bases: readonly CommitSha[] },
  context: GitContext,
): Promise<readonly CoveringCommit[]> {
  const { key, prefix, bases } = request;
  // Without `--not` a pattern that matches no branch would mean HEAD.
  const range = [`--branches=${prefix}/*`, '--not', ...bases];
  return bases.length === 0 ? [] : coverage(key, range, context);
}

/** Of the bases themselves, since an instant. */
export async function coverageOnBases(
  request: { readonly key: string; readonly bases: readonly CommitSha[]; readonly since: string },
  context: GitContext,
): Promise<readonly CoveringCommit[]> {
  const { key, bases, since } = request;
  if (bases.length === 0) return [];
  const found = await coverage(key, [`--since=${since}`, ...bases], context);
  return found.map((one) => ({ ...one, branch: null }));
}

async function coverage(
  key: string,
  range: readonly string[],
  context: GitContext,
): Promise<readonly CoveringCommit[]> {
  const { stdout } = await runGit(
    [
      'log',
      `--max-count=${MOST}`,
      // What a merge says its commits say themselves.
      '--no-merges',
      `--grep=^${key}:`,
      `--format=%H %cI %S%x00%(trailers:key=${PASSED_OVER},valueonly,separator=%x20)%x00%(trailers:key=${key},valueonly,unfold,separator=%x00)%x01`,
      ...range,
      '--',
    ],
    context,
  );
  return stdout.split('\u0001').flatMap((entry): readonly CoveringCommit[] => {
    const [head = '', blame = '', ...values] = entry.split('\0');
    if (blame.trim() === 'ignore') return [];
    const [commit = '', at = '', source = ''] = head.trim().split(' ');
    if (!isCommitSha(commit) || Number.isNaN(Date.parse(at))) return [];
    const branch = source.replace(/^refs\/heads\//, '');
    const kept = values.map((value) => value.trim()).filter((value) => value !== '');
    return [{ commit, at: new Date(at).toISOString(), branch, values: kept }];
  });
}
