/** Commits that change nothing but comments, documentation strings and white space, whatever their words say. */
import { gitIn } from '../../git/git-call.ts';
import { readTextsAt } from '../../git/read-texts-at.ts';
import { resolveCommit } from '../../git/resolve-commit.ts';
import type { GitContext } from '../../git/run-git.ts';
import { commentFinder, type CommentFinder } from '../../syntax/find-comments.ts';
import type { CommitSha } from '../../words/ids.ts';
import type { MatchCommit } from './match-contract.ts';
import { pathKind } from './silent-paths.ts';

/** A commit of more files changes code. */
const MAX_FILES = 30;

export async function commentsOnly(
  context: GitContext,
  commits: readonly MatchCommit[],
): Promise<ReadonlySet<CommitSha>> {
  const found = new Set<CommitSha>();
  for (const commit of commits) {
    if (await changesComments(context, commit)) found.add(commit.sha);
  }
  return found;
}

async function changesComments(
  context: GitContext,
  { sha, allFiles }: MatchCommit,
): Promise<boolean> {
  const paths = allFiles.filter((path) => pathKind(path) !== 'silent');
  if (paths.length === 0 || paths.length > MAX_FILES) return false;
  const parent = await resolveCommit(gitIn(context), `${sha}^1`);
  if (parent === null) return false;
  const at = (commit: CommitSha) => paths.map((path) => ({ commit, path }));
  const before = await readTextsAt(context, at(parent));
  const after = await readTextsAt(context, at(sha));
  const finder = await commentFinder(paths);
  return paths.every((path, index) => {
    const [old, now] = [before[index], after[index]];
    if (old?.kind !== 'text' || now?.kind !== 'text') return false;
    const code = codeOf(finder, path, old.text);
    return code !== null && code === codeOf(finder, path, now.text);
  });
}

/** `null`: it is not known how such a file writes comments. */
function codeOf(finder: CommentFinder, path: string, text: string): string | null {
  const comments = finder.find(path, text);
  if (comments === null) return null;
  let code = '';
  let at = 0;
  for (const { start, end } of comments.spans) {
    code += text.slice(at, start);
    at = Math.max(at, end);
  }
  return `${code}${text.slice(at)}`.replaceAll(/\s+/g, '');
}
