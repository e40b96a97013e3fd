/** Comments where they stand in a diff. */
import type { PlacedComment } from '../../../review/contract.ts';
import { listComments } from '../../../review/list-comments.ts';
import { groupBy } from '../../../words/group-by.ts';
import type { PageCall } from '../../contract.ts';
import { html } from '../../html.ts';
import type { DiffSubject } from '../diff/diff-subject.ts';
import { noneBelow, type BelowLine } from '../diff/diff-view.ts';
import { commentCard } from './comment-card.ts';

/**
 * Places each comment: in the diff that it was written on, at its original line; in the diff of the newest tip, where its
 * lines are now. In any other diff its place is unknown.
 */
export async function commentsOn(call: PageCall, { branch, tip }: DiffSubject): Promise<BelowLine> {
  if (branch === null || branch === '') return noneBelow;
  const comments = await branchComments(call, branch);
  const placed = groupBy(
    comments
      .filter(({ comment }) => comment.state.kind !== 'settled')
      .flatMap((one): readonly PlacedComment[] => {
        if (one.tip === tip) return [one];
        return one.comment.tip === tip ? [{ ...one, anchor: { kind: 'same' } }] : [];
      }),
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

/** On the branch, and on the ones before it that it continues from; none where nothing was ever said. */
export async function branchComments(
  { workspace }: PageCall,
  branch: string,
): Promise<readonly PlacedComment[]> {
  const known = await workspace.review.comments.list();
  if (known.length === 0) return [];
  return listComments(workspace, { what: branch });
}

/** The line below which it stands; `null`: on none that is still there. */
function keyOf({ comment, anchor }: PlacedComment): string | null {
  const { place } = comment;
  if (place === null || anchor.kind === 'stale') return null;
  if (anchor.kind === 'moved') return `${place.side}:${anchor.to}:${anchor.path}`;
  return `${place.side}:${place.to}:${place.path}`;
}
