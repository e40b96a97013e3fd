/** A commit made of a tree, without a checkout: no hook and no signing program is started. */
import { AppError } from '../words/errors.ts';
import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { GitCall } from './git-call.ts';

export interface Person {
  readonly name: string;
  readonly email: string;
}

export interface NewCommit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly message: string;
  /** `at` as git keeps it: `1700000000 +0100`. */
  readonly author: Person & { readonly at: string };
  readonly committer: Person & { readonly at: string };
}

/** @param git in a repository of ours */
export async function commitTree(git: GitCall, commit: NewCommit): Promise<CommitSha> {
  const { tree, parents, message, author, committer } = commit;
  const { stdout } = await git(
    ['commit-tree', '--no-gpg-sign', ...parents.flatMap((parent) => ['-p', parent]), tree],
    {
      stdin: message.endsWith('\n') ? message : `${message}\n`,
      env: {
        GIT_AUTHOR_NAME: nameOf(author),
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: `@${author.at}`,
        GIT_COMMITTER_NAME: nameOf(committer),
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: `@${committer.at}`,
      },
    },
  );
  const sha = stdout.trim();
  if (isCommitSha(sha)) return sha;
  throw new AppError('internal', {
    code: 'bad-commit',
    message: `git commit-tree gave no commit: ${sha}`,
    hint: '',
  });
}

/** git takes no empty name. */
function nameOf({ name, email }: Person): string {
  return /[^\s.,:;<>"\\']/.test(name) ? name : email === '' ? 'unknown' : email;
}
