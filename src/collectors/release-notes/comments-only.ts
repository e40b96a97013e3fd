/** Commits that change nothing but comments, documentation strings and white space, whatever their words say. */
import { gitIn } from '../../git/git-call.ts';
import { objectSizes } from '../../git/object-sizes.ts';
import { readTextsAt, type TextAt } from '../../git/read-file-at.ts';
import type { GitContext } from '../../git/run-git.ts';
import { commentFinder, type CommentFinder } from '../../syntax/find-comments.ts';
import { isCommitSha, type CommitSha } from '../../words/ids.ts';
import { pathKind } from './change-evidence.ts';
import type { MatchCommit } from './contract.ts';

/** A commit of more files changes code. So many are read at once, of several commits: their texts are held together. */
const MAX_FILES = 30;

export async function commentsOnly(
  context: GitContext,
  commits: readonly MatchCommit[],
): Promise<ReadonlySet<CommitSha>> {
  const found = new Set<CommitSha>();
  const changes = await changesOf(context, commits);
  const finder = await commentFinder(new Set(changes.flatMap(({ paths }) => paths)));
  for (const some of batches(changes)) {
    const wanted = some.flatMap(({ sha, parent, paths }) =>
      [parent, sha].flatMap((commit) => paths.map((path) => ({ commit, path }))),
    );
    const read = await readTextsAt(context, wanted);
    const texts = new Map(
      wanted.map(({ commit, path }, index) => [`${commit}:${path}`, read[index]]),
    );
    for (const { sha, parent, paths } of some) {
      const isSame = paths.every((path) =>
        changesNoCode(finder, {
          path,
          before: texts.get(`${parent}:${path}`),
          after: texts.get(`${sha}:${path}`),
        }),
      );
      if (isSame) found.add(sha);
    }
  }
  return found;
}

/** Of at most MAX_FILES files each. */
function batches(changes: readonly Change[]): readonly (readonly Change[])[] {
  const all: Change[][] = [];
  let left = 0;
  for (const change of changes) {
    left -= change.paths.length;
    if (left < 0) {
      all.push([]);
      left = MAX_FILES - change.paths.length;
    }
    all.at(-1)?.push(change);
  }
  return all;
}

interface Change {
  readonly sha: CommitSha;
  readonly parent: CommitSha;
  /** Of files that users may notice. */
  readonly paths: readonly string[];
}

/** Those that may change comments alone. */
async function changesOf(
  context: GitContext,
  commits: readonly MatchCommit[],
): Promise<readonly Change[]> {
  const parents = await objectSizes(
    gitIn(context),
    commits.map(({ sha }) => `${sha}^1`),
  );
  return commits.flatMap(({ sha, allFiles }, index) => {
    const paths = allFiles.filter((path) => pathKind(path) !== 'silent');
    const { id: parent = '', type = null } = parents[index] ?? {};
    const isFew = paths.length > 0 && paths.length <= MAX_FILES;
    return isFew && type === 'commit' && isCommitSha(parent) ? [{ sha, parent, paths }] : [];
  });
}

interface ChangedFile {
  readonly path: string;
  readonly before: TextAt | undefined;
  readonly after: TextAt | undefined;
}

function changesNoCode(finder: CommentFinder, { path, before, after }: ChangedFile): boolean {
  if (before?.kind !== 'text' || after?.kind !== 'text') return false;
  const code = codeOf(finder, path, before.text);
  return code !== null && code === codeOf(finder, path, after.text);
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
