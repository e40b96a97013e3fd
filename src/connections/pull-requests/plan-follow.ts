/** What an open pull request calls for, from what was seen of it. Pure. */
import type { CommitSha } from '../../words/ids.ts';
import type { PullRequestLink } from '../../words/pull-request.ts';

export interface SeenRequest {
  readonly head: CommitSha | null;
  readonly failures: readonly SeenFailure[];
  readonly remarks: readonly SeenRemark[];
}

export interface SeenFailure {
  /** The same for the same failure, whenever it comes. */
  readonly signature: string;
}

export interface SeenRemark {
  readonly id: string;
  readonly mayWrite: boolean;
  readonly asks: boolean;
}

export interface FollowPlan {
  /** Of what a further run is to be told; empty, both: none is started. */
  readonly failures: readonly string[];
  readonly remarks: readonly string[];
  /** Words of strangers and bots, and what asks for nothing: told once, and nothing comes of them. */
  readonly idle: readonly string[];
  /** Why nothing is started although something asks for it; `null`: nothing keeps it. */
  readonly held: string | null;
}

export function planFollow(link: PullRequestLink, seen: SeenRequest): FollowPlan {
  const { follow, seen: before, pushed } = link;
  const knownRemarks = new Set(before.remarks);
  const fresh = seen.remarks.filter(({ id }) => !knownRemarks.has(id));
  const counts = (one: SeenRemark): boolean => one.mayWrite && one.asks;
  const idle = fresh.filter((one) => !counts(one)).map(({ id }) => id);
  const knownFailures = new Set(before.failures);
  const failures = follow?.on.includes('checks')
    ? [...new Set(seen.failures.map(({ signature }) => signature))].filter(
        (one) => !knownFailures.has(one),
      )
    : [];
  const remarks = follow?.on.includes('reviews') ? fresh.filter(counts).map(({ id }) => id) : [];
  const nothing = { failures: [], remarks: [], idle };
  if (follow === null || (failures.length === 0 && remarks.length === 0))
    return { ...nothing, held: null };
  if (seen.head !== null && seen.head !== pushed)
    return {
      ...nothing,
      held: `someone else pushed to ${link.ref}, which is at ${seen.head.slice(0, 10)} now`,
    };
  if (before.halted !== null) return { ...nothing, held: before.halted };
  if (before.runs >= follow.max)
    return {
      ...nothing,
      held: `follow.max is ${follow.max}, and that many runs continued with it`,
    };
  return { failures, remarks, idle, held: null };
}
