/** What a move of a ref changed, asked from git once for all routines that it concerns. */
import { gitIn } from '../../git/git-call.ts';
import { isAncestor } from '../../git/is-ancestor.ts';
import { listChangedFiles } from '../../git/list-changed-files.ts';
import { listOwnFiles } from '../../git/list-own-files.ts';
import type { GitContext } from '../../git/run-git.ts';
import { AppError } from '../../words/errors.ts';
import { isCommitSha } from '../../words/ids.ts';
import { oneLine } from '../../words/text.ts';
import type { RefMove } from './ref-moves.ts';

export interface DescribedMove {
  /** `null` when git no longer has what was there before: then any path may have changed. */
  readonly paths: readonly string[] | null;
  /** What was there before is no part of what is there now. */
  readonly rewritten: boolean;
}

const MAX_PATHS = 200;

export async function describeMove(
  git: GitContext,
  { ref, kind, before, after }: RefMove,
): Promise<DescribedMove> {
  try {
    if (before !== null && isCommitSha(before)) {
      const paths = await listChangedFiles({ from: before, to: after }, git);
      return { paths, rewritten: !(await isAncestor(gitIn(git), before, after)) };
    }
    if (kind === 'tag' || !ref.startsWith('refs/heads/')) return { paths: null, rewritten: false };
    const name = ref.slice('refs/heads/'.length);
    return { paths: await listOwnFiles({ name, commit: after }, git), rewritten: false };
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    return { paths: null, rewritten: before !== null };
  }
}

/** For people, one line. */
export function moveSummary({ ref, before, after }: RefMove, { rewritten }: DescribedMove): string {
  const name = ref.replace(/^refs\/(?:heads|remotes)\//, '').replace(/^refs\/tags\//, 'tag ');
  const what = before === null ? 'is new at' : rewritten ? 'was rewritten to' : 'moved to';
  return oneLine(`${name} ${what} ${after.slice(0, 10)}`, 200);
}

/** For the brief: JSON, at most 200 paths. */
export function movePayload(
  { ref, before, after }: RefMove,
  { paths, rewritten }: DescribedMove,
): Uint8Array {
  const told = {
    ref,
    before,
    after,
    rewritten,
    paths: paths?.slice(0, MAX_PATHS) ?? null,
    morePaths: Math.max(0, (paths?.length ?? 0) - MAX_PATHS),
  };
  return new TextEncoder().encode(`${JSON.stringify(told, null, 2)}\n`);
}
