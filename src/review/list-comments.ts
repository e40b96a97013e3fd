import { listRenames } from '../git/list-changed-files.ts';
import { listHeads } from '../git/list-heads.ts';
import { readTextsAt, type FileAt, type TextAt } from '../git/read-file-at.ts';
import type { GitContext } from '../git/run-git.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Anchor, CommentPlace, LineComment } from '../words/review/line-comment.ts';
import type { RunView } from '../words/run.ts';
import type { Workspace } from '../workspace/contract.ts';
import { changedSince, linesOf } from './add-comment.ts';
import { branchChain } from './branch-origins.ts';
import { noteSent } from './comments/comments-message.ts';
import { findAnchor } from './comments/find-anchor.ts';
import type { Named, PlacedComment } from './contract.ts';
import { branchBase, namedBranch } from './named-branch.ts';

/** By number. Of a branch also those on the ones before it that it continues from. */
export async function listComments(
  workspace: Workspace,
  { what }: Partial<Named>,
): Promise<readonly PlacedComment[]> {
  const { views: known } = await workspace.runs.listViews({ parts: true });
  await noteSent(workspace, known);
  const all = await workspace.review.comments.list();
  if (what === undefined) return placeComments(workspace, all);
  const { branch, views } = await namedBranch(workspace, what);
  const chain = await branchChain(workspace, views, branch);
  const names = new Set<string>([branch, ...chain.map((link) => link.branch)]);
  return placeComments(
    workspace,
    all.filter((comment) => names.has(comment.branch)),
  );
}

/**
 * Where comments stand in their branches as these are now.
 * In the order given.
 */
async function placeComments(
  workspace: Workspace,
  comments: readonly LineComment[],
): Promise<readonly PlacedComment[]> {
  if (comments.length === 0) return [];
  const git = { cwd: workspace.location.gitDir, env: workspace.gitEnv };
  const { views } = await workspace.runs.listViews({ parts: true });
  const heads = await listHeads([], git);
  const newest = await newestBranches(workspace, { views, comments, heads });
  const placed = new Map<string, PlacedComment>();
  const open: OpenComment[] = [];
  for (const comment of comments) {
    const branch = newest.get(comment.branch) ?? comment.branch;
    const tip = heads.get(branch)?.tip;
    if (tip === undefined)
      placed.set(comment.id, {
        comment,
        branch,
        anchor: { kind: 'stale' },
        changed: 'unknown',
        tip: null,
      });
    else if (comment.place === null)
      placed.set(comment.id, {
        comment,
        branch,
        anchor: { kind: 'same' },
        changed: tip === comment.tip ? 'nothing' : 'near',
        tip,
      });
    else
      open.push({
        comment,
        place: comment.place,
        branch,
        tip,
        ...(await sidesOf(git, { views, comment, tip, branch })),
      });
  }
  for (const one of await place(git, open)) placed.set(one.comment.id, one);
  return comments.flatMap(({ id }) => placed.get(id) ?? []);
}

interface OpenComment {
  readonly comment: LineComment;
  readonly place: CommentPlace;
  readonly branch: string;
  readonly tip: CommitSha;
  /** The commits whose files are compared; the second is `null` where there is none. */
  readonly seen: CommitSha;
  readonly now: CommitSha;
}

async function newestBranches(
  workspace: Workspace,
  {
    views,
    comments,
    heads,
  }: {
    readonly views: readonly RunView[];
    readonly comments: readonly LineComment[];
    readonly heads: ReadonlyMap<string, unknown>;
  },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const branch of new Set(comments.map((comment) => comment.branch))) {
    const chain = await branchChain(workspace, views, branch);
    const last = chain.findLast((link) => heads.has(link.branch));
    found.set(branch, last?.branch ?? branch);
  }
  return found;
}

/** `new`: the tips. `old`: where the branch left the main line, then and now. */
async function sidesOf(
  git: GitContext,
  {
    views,
    comment,
    tip,
    branch,
  }: {
    readonly views: readonly RunView[];
    readonly comment: LineComment;
    readonly tip: CommitSha;
    readonly branch: string;
  },
): Promise<Pick<OpenComment, 'seen' | 'now'>> {
  if (comment.place?.side !== 'old') return { seen: comment.tip, now: tip };
  const seen = await branchBase(git, { views, branch: comment.branch, tip: comment.tip });
  const now = await branchBase(git, { views, branch, tip });
  return { seen: seen ?? comment.tip, now: now ?? tip };
}

async function place(
  git: GitContext,
  open: readonly OpenComment[],
): Promise<readonly PlacedComment[]> {
  const renamed = await renamesOf(git, open);
  const files: FileAt[] = open.flatMap(({ seen, now, place: { path } }) => [
    { commit: seen, path },
    { commit: now, path },
    { commit: now, path: renamed.get(`${seen} ${now}`)?.get(path) ?? path },
  ]);
  const texts = await readTextsAt(git, files);
  return open.map(({ comment, place: at, branch, tip, seen, now }, index) => {
    const path = renamed.get(`${seen} ${now}`)?.get(at.path) ?? at.path;
    const [before, here, there] = texts.slice(index * 3, index * 3 + 3).map(linesIn);
    const current = here !== undefined && here !== null ? here : (there ?? null);
    const file =
      current === null ? null : { path: current === here ? at.path : path, lines: current };
    const anchor: Anchor = findAnchor({ place: at, seen: before ?? null, now: file });
    return { comment, branch, anchor, changed: changedSince(at, anchor, current), tip };
  });
}

async function renamesOf(
  git: GitContext,
  open: readonly OpenComment[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const { seen, now } of open) {
    const key = `${seen} ${now}`;
    if (seen !== now && !found.has(key))
      found.set(key, await listRenames(git, { from: seen, to: now }));
  }
  return found;
}

function linesIn(text: TextAt): readonly string[] | null {
  return text.kind === 'text' ? linesOf(text.text) : null;
}
