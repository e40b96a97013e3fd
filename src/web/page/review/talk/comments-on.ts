import type { PlacedComment } from '../../../../app/review/contract.ts';
/** Comments where they stand in a diff. */
import { listComments } from '../../../../app/review/list-comments.ts';
import { groupBy } from '../../../../domain/group-by.ts';
import type { PageCall } from '../../contract.ts';
import { html } from '../../html.ts';
import type { DiffSubject } from '../diff/diff-subject.ts';
import { noneBelow, type BelowLine } from '../diff/diff-view.ts';
import { commentCard } from './comment-card.ts';

export async function commentsOn(call: PageCall, { branch }: DiffSubject): Promise<BelowLine> {
  if (branch === null || branch === '') return noneBelow;
  const comments = await branchComments(call, branch);
  const placed = groupBy(
    comments.filter(({ comment }) => comment.state.kind !== 'settled'),
    (one) => keyOf(one) ?? '',
  );
  if (placed.size === 0) return noneBelow;
  return (file, line) => {
    const here = [
      ...(line.new === null ? [] : (placed.get(`new:${line.new}:${file.path}`) ?? [])),
      ...(line.old === null ? [] : (placed.get(`old:${line.old}:${file.from ?? file.path}`) ?? [])),
      ...(line.old === null || file.from === null
        ? []
        : (placed.get(`old:${line.old}:${file.path}`) ?? [])),
    ];
    return here.length === 0 ? null : html`${here.map((one) => commentCard(call, one, 'line'))}`;
  };
}

/** Of the branch as it is now; none where nothing was ever said. */
export async function branchComments(
  { workspace }: PageCall,
  branch: string,
): Promise<readonly PlacedComment[]> {
  const known = await workspace.review.comments.list();
  if (!known.some((one) => one.branch === branch)) return [];
  const placed = await listComments(workspace, { what: branch });
  return placed.filter(({ comment }) => comment.branch === branch);
}

/** The line below which it stands; `null`: on none that is still there. */
function keyOf({ comment, anchor }: PlacedComment): string | null {
  const { place } = comment;
  if (place === null || anchor.kind === 'stale') return null;
  if (anchor.kind === 'moved') return `${place.side}:${anchor.to}:${anchor.path}`;
  return `${place.side}:${place.to}:${place.path}`;
}
