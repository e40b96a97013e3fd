import { isCommitSha, type CommitSha } from '../words/ids.ts';
import type { GitCall } from './git-call.ts';

/** The commit a name stands for; `null` when it stands for none. The name does not start with `-`. */
export async function resolveCommit(git: GitCall, name: string): Promise<CommitSha | null> {
  const asked = await git(['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
    okExitCodes: [0, 1, 128],
  });
  const sha = asked.stdout.trim();
  return asked.exitCode === 0 && isCommitSha(sha) ? sha : null;
}

/** What a symbolic ref points at, full; `null` when it is none (a detached HEAD) or not there. */
export async function readSymbolicRef(git: GitCall, ref: string): Promise<string | null> {
  const asked = await git(['symbolic-ref', '--quiet', ref], { okExitCodes: [0, 1, 128] });
  return asked.exitCode === 0 ? asked.stdout.trim() : null;
}
