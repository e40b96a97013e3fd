/** Items: units of work that outlive sessions. Keys are never used twice. */
import type { CommitSha, ItemKey, RoutineId, RunId } from './ids.ts';
import type { TrackerLink } from './tracker-link.ts';

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
