/**
 * What a brief tells of the workspace besides reports, findings and branches. All text in it is untrusted: people, agents
 * and strangers wrote it. Titles are one line.
 */
import type { ContextSection } from '../words/context-settings.ts';
import type { BranchName, ItemKey, RoutineId } from '../words/ids.ts';
import type { ItemState, ItemStanding } from '../words/item.ts';
import type { Session } from '../words/session.ts';

export interface ToldContext {
  /** Newest first. */
  readonly verdicts: readonly ToldVerdict[];
  /** Sessions that are or were recently in use; newest activity first. */
  readonly sessions: readonly ToldSession[];
  readonly items: readonly ToldItem[];
  /** Approved ones. */
  readonly decisions: readonly ToldNote[];
  readonly knowledge: readonly ToldNote[];
  readonly transcripts: readonly ToldTranscript[];
  readonly files: readonly ToldFile[];
  /** Most severe first. */
  readonly overlap: readonly ToldOverlap[];
  /** The session that a person had the run take up; `null`: none. */
  readonly handover: ToldHandover | null;
  /** The item that the run is for; `null`: none. */
  readonly item: ToldItem | null;
  readonly size: ContextSize;
  /** What did not fit into `max-tokens`; first cut first. */
  readonly leftOut: readonly LeftOut[];
  /** What could not be looked at, and why: nothing is silently missing. */
  readonly unavailable: readonly UnavailablePart[];
}

export interface ToldVerdict {
  readonly about: 'finding' | 'proposal' | 'branch' | 'question';
  /** A fingerprint, an item's key, a branch. */
  readonly id: string;
  readonly title: string;
  /** `accepted`, `dismissed`, `snoozed`, `approved`, `declined`, `landed`, … */
  readonly verdict: string;
  readonly reason: string;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  /** Of what is snoozed. */
  readonly until: string | null;
  readonly routine: RoutineId | null;
  /** Of a discarded branch of this routine: fingerprints that it dealt with. Absent: none, or another verdict. */
  readonly covers?: readonly string[];
}

export interface ToldSession extends Pick<
  Session,
  | 'id'
  | 'engine'
  | 'title'
  | 'state'
  | 'doing'
  | 'waitingOn'
  | 'cwd'
  | 'branch'
  | 'startedAt'
  | 'lastActivityAt'
  | 'runId'
> {
  /** At most twenty. */
  readonly filesTouched: readonly string[];
  /** What its state was told by, `process: …`. */
  readonly evidence: string;
}

export interface ToldItem {
  readonly key: ItemKey;
  readonly state: ItemState;
  /** Derived from facts; `null` where that was not looked at. */
  readonly standing: ItemStanding | null;
  readonly title: string;
  readonly body: string;
  readonly routine: RoutineId | null;
  readonly parent: ItemKey | null;
  /** Files that working on it is expected to change: paths or globs. */
  readonly files: readonly string[];
  /** Fingerprints. */
  readonly findings: readonly string[];
  /** `branch:roundsman/x`, `blocked-by:RM-3`. */
  readonly links: readonly string[];
  readonly createdAt: string;
}

export interface ToldNote {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  readonly reason: string;
  /** Files that it is about, gitignore-like patterns; empty = everything. */
  readonly paths: readonly string[];
  /** When and by whom what it says now was approved. ISO 8601. */
  readonly at: string;
  readonly by: string;
}

export interface ToldTranscript {
  readonly session: string;
  readonly engine: string;
  readonly title: string;
  /** In the brief's folder. */
  readonly file: string;
  readonly tokens: number;
}

export interface ToldFile {
  readonly path: string;
  /** In the brief's folder; as it is at base. */
  readonly file: string;
  readonly tokens: number;
}

/** Files that this task names and that others are at. */
export interface ToldOverlap {
  /** The first of them. */
  readonly files: readonly string[];
  readonly fileCount: number;
  /** What names them: `facts todos`, `policy.touches`, `the prompt`. */
  readonly named: readonly string[];
  readonly sessions: readonly Pick<ToldSession, 'id' | 'engine' | 'title' | 'state'>[];
  readonly branches: readonly BranchName[];
}

export interface ToldHandover {
  readonly session: string;
  readonly engine: string;
  readonly title: string;
  /** In the brief's folder. */
  readonly file: string;
  readonly tokens: number;
  readonly shortened: boolean;
}

/** Four characters count as one token. */
export interface ContextSize {
  /** `null`: nothing was cut, whatever its size. */
  readonly maxTokens: number | null;
  /** Of all that stayed. */
  readonly tokens: number;
  readonly sections: readonly SectionSize[];
}

export interface SectionSize {
  readonly section: ContextSection | 'handover' | 'item';
  readonly entries: number;
  readonly tokens: number;
}

export interface LeftOut {
  readonly section: ContextSection | 'handover' | 'item';
  /** How many are not there at all. */
  readonly entries: number;
  /** How many are there in short. */
  readonly shortened: number;
  /** Of all that is missing. */
  readonly tokens: number;
}

export interface UnavailablePart {
  readonly section: ContextSection | 'handover' | 'item';
  /** One line. */
  readonly why: string;
}

/** Of a brief that tells of nothing else, such as one of before. */
export const NOTHING_TOLD: ToldContext = {
  verdicts: [],
  sessions: [],
  items: [],
  decisions: [],
  knowledge: [],
  transcripts: [],
  files: [],
  overlap: [],
  handover: null,
  item: null,
  size: { maxTokens: null, tokens: 0, sections: [] },
  leftOut: [],
  unavailable: [],
};
