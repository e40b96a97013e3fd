/** What ties items here to issues of a tracker. Plain data. */

/** Where issues of a routine go: bound by the hash of a proposal, so that an approval holds for this place alone. */
export interface TrackerPlace {
  /** The name of a connection. */
  readonly connection: string;
  /** `owner/name` */
  readonly repository: string;
  /** That they are given. */
  readonly labels: readonly string[];
  /** An issue left untouched for this long is closed again; absent: never. */
  readonly expiresMs?: number;
}

/** One issue, for a proposal that is about it. */
export interface TrackedIssueRef {
  readonly connection: string;
  readonly repository: string;
  readonly number: number;
  readonly url: string;
}

/** An item's issue, and how it was when we looked at it last. */
export interface TrackerLink extends TrackedIssueRef {
  readonly nodeId: string;
  /** As we last wrote them: any later change is a person's. The hash covers our part of the body. */
  readonly title: string;
  readonly bodyHash: string;
  readonly seen: {
    /** `gone`: deleted, or not for us to see any more. `moved`: it is in another repository now. */
    readonly state: 'open' | 'closed' | 'gone' | 'moved';
    /** ISO 8601. */
    readonly updatedAt: string;
  };
  /** What closed it last; `us`: an approved closing, or its expiry. `null`: it is open, or this is unknown. */
  readonly closedBy: 'us' | 'person' | null;
  readonly expiresMs?: number;
  /** `seen.updatedAt` when it was due to expire, but taken or commented on by a person: checked again once that changes. */
  readonly keptAt?: string;
  /** It is being closed because it was left untouched since then: continued after a crash. ISO 8601. */
  readonly expiring?: string;
}

/** `harbour/lamps#12` */
export function issueName({
  repository,
  number,
}: Pick<TrackedIssueRef, 'repository' | 'number'>): string {
  return `${repository}#${number}`;
}
