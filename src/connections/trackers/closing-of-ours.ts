/**
 * Whether a closing was one of ours, which is told by the comment that we write right before it: the account alone tells
 * nothing, since it may be that of a person who closes issues as well.
 */
import type { IssueComment, Told, TrackedIssue, Tracker } from '../../connectors/tracker.ts';
import { actOfOurs } from './issue-marker.ts';

const NEAR_MS = 10 * 60_000;

export interface LookedAtClosing {
  readonly by: 'close' | 'expire' | null;
  /** What was said about when it was closed. */
  readonly near: readonly IssueComment[];
}

/** @param issue read by itself: listings do not tell who closed one */
export async function closingOfOurs(
  tracker: Tracker,
  issue: TrackedIssue,
): Promise<Told<LookedAtClosing>> {
  const closedAt = Date.parse(issue.closedAt ?? issue.updatedAt);
  const me = await tracker.me();
  if (me.kind !== 'told') return me;
  const comments = await tracker.comments(issue.number, new Date(closedAt - NEAR_MS).toISOString());
  if (comments.kind !== 'told') return comments;
  const near = comments.value.filter(
    ({ createdAt }) => Math.abs(Date.parse(createdAt) - closedAt) <= NEAR_MS,
  );
  const isOurs = ({ author, body }: IssueComment): boolean =>
    issue.closedBy === me.value && author === me.value && actOfOurs(body) !== null;
  const kinds = near.filter(isOurs).map(({ body }) => actOfOurs(body));
  const by = kinds.findLast((kind) => kind === 'close' || kind === 'expire') ?? null;
  return { kind: 'told', value: { by, near } };
}
