import type { IssueComment, Told, Tracker, TrackedIssue } from '../../connectors/tracker.ts';
import { sha256 } from '../../platform/hash.ts';
import { stripControls } from '../../words/text.ts';
import { actMarker, type ActKind, actOfOurs } from './issue-marker.ts';
import { neutralised } from './issue-text.ts';

export interface CommentOnce {
  /** What tells this comment from any other of ours, for ever. */
  readonly act: string;
  /** Default: `act`. */
  readonly kind?: ActKind;
  readonly number: number;
  readonly text: string;
  /** It cannot be older; ISO 8601. */
  readonly since: string;
}

const MAX_TEXT = 40_000;
/** Their clock is not ours, and tells whole seconds. */
const SKEW_MS = 3_600_000;

/** Checks first whether the comment is there, and checks again when the tracker does not answer. */
export async function commentOnce(
  tracker: Tracker,
  { act, kind = 'act', number, text, since }: CommentOnce,
): Promise<Told<IssueComment>> {
  const marker = actMarker(act, kind, sha256);
  const look = async (): Promise<Told<IssueComment | null>> => {
    const me = await tracker.me();
    if (me.kind !== 'told') return me;
    const found = await tracker.comments(
      number,
      new Date(Date.parse(since) - SKEW_MS).toISOString(),
    );
    if (found.kind !== 'told') return found;
    const ours = found.value.find(
      ({ author, body }) => author === me.value && body.startsWith(marker),
    );
    return { kind: 'told', value: ours ?? null };
  };
  const before = await look();
  if (before.kind !== 'told') return before;
  if (before.value !== null) return { kind: 'told', value: before.value };
  const words = neutralised(stripControls(text)).slice(0, MAX_TEXT);
  const made = await tracker.comment(number, `${marker}\n${words}`);
  if (made.kind !== 'no-answer') return made;
  const after = await look();
  return after.kind === 'told' && after.value !== null
    ? { kind: 'told', value: after.value }
    : made;
}

// Whether a closing was one of ours, which is told by the comment that we write right before it: the account alone tells
// nothing, since it may be that of a person who closes issues as well.
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
