/** All that an agent is told, as `brief.json` and `roundsman brief --json` give it. */
import type { ItemActType } from '../ledger/requests/item-act.ts';
import type { FactsByCollector } from '../words/facts.ts';
import type { FindingState } from '../words/finding.ts';
import type { BranchName, ItemKey, RoutineId, RunId } from '../words/ids.ts';
import type { OutboxMode } from '../words/routine.ts';
import type { Window } from '../words/run-spec.ts';
import type { DeploymentPair, SlotEvent, SlotInputs } from '../words/slot.ts';
import type { ToldContext } from './brief-context.ts';

export interface Brief {
  readonly run: RunId | null;
  readonly routine: {
    readonly id: RoutineId;
    readonly name: string;
    readonly intent: string | null;
  };
  /** The local date of the run in the workspace's zone, `2026-11-21`. */
  readonly date: string;
  /** The workspace's IANA zone, in which dates and times are told. */
  readonly timezone: string;
  readonly recipe: string | null;
  readonly prompt: string;
  readonly window: Pick<Window, 'from' | 'to'>;
  /** What made the run due, when that was not a schedule and no person. */
  readonly event: BriefEvent | null;
  /** Given by a person, by name. */
  readonly inputs: SlotInputs;
  readonly facts: FactsByCollector;
  /** What a person set for this run of where it looks, `key=value`: what it does not find is not gone. Absent: nothing. */
  readonly narrowed?: readonly string[];
  readonly context: BriefContext;
}

/** Untrusted but for `kind` and `deployment`. */
export interface BriefEvent {
  readonly kind: SlotEvent['kind'];
  readonly id: string;
  readonly summary: string;
  readonly deployment: DeploymentPair | null;
  /** The payload's file in the brief's folder, `event.json` or `event.txt`; `null` when there is none. */
  readonly file: string | null;
}

export interface BriefContext extends ToldContext {
  /** The newest reports of this routine, newest first. */
  readonly reports: readonly PriorReport[];
  /** The newest of other routines, newest first. */
  readonly otherReports: readonly PriorReport[];
  readonly findings: readonly PriorFinding[];
  readonly branches: readonly WaitingBranch[];
  /**
   * Fingerprints that are covered by untouched branches of this routine which no longer merge with the base: this run does
   * that work again. Absent: none.
   */
  readonly lapsed?: readonly string[];
  /** Keys set aside for this run (in a preview: the ones that are next); used in order, the rest are given back. */
  readonly reservedItems: readonly ItemKey[];
  /** Items already filed or proposed that wait, by routine; counts against `max-open`. */
  readonly openItems: number;
  /** `max` and `max-open` of outputs.file-item; `null` when filing is not allowed. */
  readonly fileItem: { readonly max: number; readonly maxOpen: number } | null;
  /** Of outputs.push; absent: nothing may be pushed. */
  readonly push?: { readonly remote: string; readonly mode: OutboxMode };
  /** Acts on items that it may propose, and the mode of each; absent: none. */
  readonly itemActs?: Readonly<Partial<Record<ItemActType, OutboxMode>>>;
  /** Of outputs.pull-request; absent: none may be opened. */
  readonly pullRequest?: { readonly base: string | null; readonly mode: OutboxMode };
  /** From outputs.branch: a branch that breaks them is refused whole, so the agent had better know. */
  readonly branchRules: {
    /** gitignore-like patterns of paths to leave alone. */
    readonly protected: readonly string[];
    readonly maxFiles: number;
    /** New files whole, and of changed ones the lines that are new. */
    readonly maxBytes: number;
  };
}

export interface PriorReport {
  readonly run: RunId;
  readonly date: string;
  /** The stretch of time it covered. */
  readonly window: Pick<Window, 'from' | 'to'>;
  /** File name under the brief's `context/`, e.g. `context/reports/<run>.md`. */
  readonly file: string;
  readonly quiet: boolean;
  /** Absent in briefs of before: this routine. */
  readonly routine?: RoutineId;
  /** Its summary and the headings of its findings are there, and the rest was left out for size. */
  readonly shortened?: boolean;
}

export interface PriorFinding {
  /** `F-…`, as people name it. */
  readonly id?: string;
  readonly fingerprint: string;
  /** Other fingerprints it was known under: a branch or item may name one of them. */
  readonly aliases?: readonly string[];
  readonly title: string;
  readonly state: FindingState;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly location: {
    readonly path: string;
    readonly line: number;
    readonly symbol?: string;
  } | null;
  /** When it was gone last; `null`: never, or it is not known. */
  readonly resolvedAt?: string | null;
  /** The item that carries it, filed or proposed. */
  readonly item: ItemKey | null;
  readonly verdict: {
    readonly kind: string;
    readonly reason: string;
    readonly by?: string;
    readonly at?: string;
    /** Of a snooze: ISO 8601; past when it counts again. */
    readonly until?: string | null;
  } | null;
}

/** A branch of ours that no one has landed yet. */
export interface WaitingBranch {
  readonly branch: BranchName;
  readonly routine: RoutineId;
  readonly run: RunId;
  readonly date: string;
  readonly files: readonly string[];
  /** Fingerprints of the findings that the branch deals with, so that a later night adds nothing for them. */
  readonly covers: readonly string[];
  /** Of this routine: a person committed to it, commented on it or restored it. Absent: no, or it is of another routine. */
  readonly touched?: true;
  /** Of its newest commit, one line; hostile text. Absent in briefs of before, as what follows. */
  readonly subject?: string;
  readonly insertions?: number;
  readonly deletions?: number;
  /** How many files it changes; `files` are the first of them. */
  readonly fileCount?: number;
}
