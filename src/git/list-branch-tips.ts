/** Every local branch with its tip, by one process. */
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import { runGitBytes } from './git-bytes.ts';
import type { GitContext } from './run-git.ts';

export interface NamedTip {
  /** Without `refs/heads/`; whatever git takes for a name. */
  readonly branch: string;
  readonly tip: CommitSha;
  /** Of the newest commit, ISO 8601. */
  readonly at: string;
  /** Hostile text, one line. */
  readonly subject: string;
}

/** By name. */
export async function listBranchTips(context: GitContext): Promise<readonly NamedTip[]> {
  const format = '%(objectname)%00%(committerdate:unix)%00%(refname)%00%(contents:subject)';
  const { stdout } = await runGitBytes(
    ['for-each-ref', `--format=${format}`, '--', 'refs/heads/'],
    context,
  );
  return stdout
    .toString('utf8')
    .split('\n')
    .flatMap((line): readonly NamedTip[] => {
      const [tip = '', seconds = '', ref = '', ...subject] = line.split('\0');
      if (!isCommitSha(tip) || !ref.startsWith('refs/heads/')) return [];
      return [
        {
          branch: ref.slice('refs/heads/'.length),
          tip,
          at: instantOf(Number(seconds)),
          subject: subject.join(' '),
        },
      ];
    });
}

/** A commit may name any number of seconds. */
function instantOf(seconds: number): string {
  const time = new Date(seconds * 1_000);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}
