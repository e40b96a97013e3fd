/** Items: units of work that outlive sessions. Keys are never used twice. */
import type { CommitSha, ItemKey, RoutineId, RunId, SlotKey } from './ids.ts';

export interface Item {
  readonly key: ItemKey;
  readonly state: ItemState;
  readonly title: string;
  readonly body: string;
  /** `null`: a person made it. */
  readonly routine: RoutineId | null;
  readonly run: RunId | null;
  /** Fingerprints of the findings it stands for. */
  readonly findings: readonly string[];
  readonly createdAt: string;
  /** Absent in items of before: none. */
  readonly parent?: ItemKey | null;
  readonly links?: readonly ItemLink[];
  /** Files that working on it is expected to change: paths or globs. */
  readonly files?: readonly string[];
  readonly closed?: ItemClosing | null;
  /** The plan that it was made from, and its number there, from 1: making it again from there makes no second one. */
  readonly planned?: { readonly plan: string; readonly task: number } | null;
  /** Its issue in a tracker; absent: it has none. */
  readonly tracker?: TrackerLink;
  /** What people and agents did with it, oldest first; the newest hundred. */
  readonly history?: readonly ItemEvent[];
}

/**
 * `reserved`: a key set aside for a run that is still going. `proposed`: in the outbox. `open`: a person (or
 * `mode: auto`) let it be filed. `declined`: it was not. `released`: the run did not use the key. `closed`: see `closed`.
 */
export type ItemState = 'reserved' | 'proposed' | 'open' | 'declined' | 'released' | 'closed';

/** What it is tied to. `id`: run id, branch name, session id, note id, `tracker:KEY` or a URL, item key. */
export interface ItemLink {
  readonly kind: 'run' | 'branch' | 'session' | 'decision' | 'outside' | 'blocked-by';
  readonly id: string;
  /** Of a branch that had nothing of its own yet when it was tied: where it stood. Until it moves it lands nothing. */
  readonly tip?: CommitSha;
}

export interface ItemClosing {
  readonly how: 'done' | 'dropped' | 'duplicate';
  readonly reason: string;
  readonly by: string;
  readonly at: string;
  /** `false`: time or a bot closed it, and no later run is told that anybody decided so. */
  readonly isVerdict?: false;
}

export interface ItemEvent {
  readonly at: string;
  readonly by: string;
  /** One line. */
  readonly what: string;
}

/** Where it stands, derived from facts: runs, branches and sessions that are tied to it, and what became of its findings. */
export type ItemStanding =
  | 'proposed'
  | 'todo'
  | 'blocked'
  | 'in-progress'
  | 'in-review'
  | 'landed'
  | 'done'
  | 'dropped';

// A plan: what an engine proposes to split an item into. Nothing is made of it until a person accepts.
export interface ItemPlan {
  /** Sorts by time; of a plan that a run left, the run's id. */
  readonly id: string;
  readonly item: ItemKey;
  /** `settled`: there is nothing more to decide on it. */
  readonly state: 'proposed' | 'declined' | 'settled';
  /** Who made it: `builtin`, or the engine of its run. */
  readonly engine: string;
  /** `null`: it was made without a run. */
  readonly run: RunId | null;
  /** Hostile text, within the bounds of `PlanLine`. */
  readonly tasks: readonly PlannedTask[];
  /** What of it did not hold and was left out, one sentence each. */
  readonly problems: readonly string[];
  readonly createdAt: string;
  readonly decision: {
    readonly by: string;
    readonly at: string;
    readonly reason: string;
  } | null;
}

export interface PlannedTask {
  /** From 1, in the order in which the engine gave them; by it people accept, and others depend on it. */
  readonly number: number;
  readonly title: string;
  readonly body: string;
  /** Patterns from the root of the repository, each brought to one form. */
  readonly files: readonly string[];
  readonly dependsOn: readonly number[];
  /** Fingerprints of the findings that it deals with; of those of its item. */
  readonly findings: readonly string[];
  /** What a person asked for; written down before anything is made, so that a crash in between is made good. */
  readonly wanted: WantedTask | null;
  /** Its item, once it is made. */
  readonly made: ItemKey | null;
}

export interface WantedTask {
  readonly by: string;
  readonly at: string;
  /** The run that is to be queued for it; `null`: none. */
  readonly run: {
    readonly routine: RoutineId;
    readonly slot: SlotKey;
    readonly definition: string;
    /** Its slot was recorded: whatever becomes of that, it is not recorded again. */
    readonly queued: boolean;
  } | null;
}

// What ties items here to issues of a tracker. Plain data.

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
