/**
 * A tracker: any service that holds issues. Each method asks once and never throws for what the other side does. For what
 * must not be done twice, the caller first looks for the markers of `issue-marker.ts`.
 *
 * Items of this workspace are changed in its own store (`propose/change-item-here.ts`): they need no port.
 */
import type { ForgeSurroundings } from '../forges/contract.ts';
import type { ForgeFailure } from '../forges/forge-failure.ts';
import type { Connection } from '../words/connection.ts';

export type Told<Value> = { readonly kind: 'told'; readonly value: Value } | ForgeFailure;

/** What makes a connection one to a tracker. */
export interface TrackerRole<One extends Connection = Connection> {
  /** `owner/name` of where issues go. Throws `missing` when neither says it. @param origin where the remote pushes to */
  placeOf(connection: One, origin: string | null): Promise<string>;
  /** Throws `missing` without its token. Loads its library only here. */
  open(connection: One, repository: string, around: ForgeSurroundings): Promise<Tracker>;
}

export interface Tracker {
  /** Of our account. */
  me(): Promise<Told<string>>;
  /** Issues that our account made, whatever their state, newest first; bounded. */
  ours(): Promise<Told<OurIssues>>;
  /** Where it was transferred, or its repository renamed, what it leads to: `item-link.ts` tells them apart. */
  read(number: number): Promise<Told<TrackedIssue>>;
  create(draft: IssueDraft): Promise<Told<TrackedIssue>>;
  /** Title and body as a whole; what is not named stays. */
  change(number: number, change: IssueChange): Promise<Told<TrackedIssue>>;
  comments(number: number, since: string | null): Promise<Told<readonly IssueComment[]>>;
  comment(number: number, body: string): Promise<Told<IssueComment>>;
}

export interface IssueDraft {
  readonly title: string;
  readonly body: string;
  /** Made where they are missing. */
  readonly labels: readonly string[];
}

export interface IssueChange {
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'completed' | 'not-planned' | 'duplicate';
}

export interface OurIssues {
  readonly issues: readonly TrackedIssue[];
  /** There are more, older ones that were not looked at. */
  readonly more: boolean;
}

/** Texts are hostile. */
export interface TrackedIssue {
  readonly number: number;
  readonly nodeId: string;
  readonly url: string;
  /** `owner/name`, where it is now. */
  readonly repository: string;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'completed' | 'not-planned' | 'duplicate';
  readonly author: string;
  readonly labels: readonly string[];
  /** Whether anybody has it, or planned it. */
  readonly isTaken: boolean;
  readonly comments: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  /** `null`: it is not known, or the issue is open. */
  readonly closedBy: string | null;
  /** An app or a workflow: no person decided anything. */
  readonly isClosedByBot: boolean;
}

export interface IssueComment {
  readonly author: string;
  readonly body: string;
  readonly createdAt: string;
  readonly url: string;
}
