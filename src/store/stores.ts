/** All stores of a workspace, and the smaller ports among them. */
import type { AccountBreaker } from '../words/account-breaker.ts';
import type { AuditEntry } from '../words/audit.ts';
import type { Decision, InboxMark } from '../words/decision.ts';
import type { FindingLedger } from '../words/finding.ts';
import type { Message } from '../words/message.ts';
import type { Note } from '../words/note.ts';
import type { Proposal } from '../words/proposal.ts';
import type { PullRequestLink } from '../words/pull-request.ts';
import type { BranchVerdict, DiscardedBranch } from '../words/review/branch-verdict.ts';
import type { SetChoice, Union } from '../words/review/change-set.ts';
import type { Landing } from '../words/review/landing.ts';
import type { LineComment } from '../words/review/line-comment.ts';
import type { Judgement } from '../words/review/review-branch.ts';
import type {
  DefinitionStore,
  DeploymentStore,
  EnabledStore,
  EventStore,
} from './definition-ports.ts';
import type { Dispatch, Fleet } from './dispatch-port.ts';
import type {
  Exclusively,
  FindingStore,
  ItemStore,
  MemoryStore,
  NoteStore,
  PauseStore,
  PlanStore,
  ProposalStore,
  RunStore,
  ScheduleStore,
  SlotStore,
  UsageStore,
  CorruptRecord,
} from './ports.ts';

export interface Stores {
  readonly locks: Locks;
  readonly runs: RunStore;
  readonly slots: SlotStore;
  readonly schedule: ScheduleStore;
  readonly pauses: PauseStore;
  readonly definitions: DefinitionStore;
  readonly enabled: EnabledStore;
  readonly events: EventStore;
  readonly hashes: HashedContents;
  readonly deployments: DeploymentStore;
  readonly findings: FindingStore;
  readonly items: ItemStore;
  readonly proposals: ProposalStore;
  readonly messages: MessageStore;
  readonly told: ToldStore;
  readonly deliveries: DeliveryStore;
  /** Decisions and knowledge. */
  readonly notes: NoteStore;
  readonly plans: PlanStore;
  readonly memories: MemoryStore;
  /** What people said and did in review. */
  readonly review: ReviewStores;
  readonly marks: MarkStore;
  readonly decisions: DecisionStore;
  readonly audit: AuditStore;
  readonly open: OpenRecords;
  readonly usage: UsageStore;
  readonly accounts: AccountStore;
  readonly pagePlace: PagePlace;
  readonly files: StoreFiles;
  /** `null`: the records are files, and one machine is all there is. */
  readonly dispatch: Dispatch | null;
  /** `null`: no other machine shares the records. */
  readonly fleet: Fleet | null;
}

/** Locks over everything that shares the store. Each throws `refused` / `locked` when its holder takes too long. */
export interface Locks {
  /** One process at a time decides what starts: the daemon and every command alike. */
  readonly admission: Exclusively;
  /** One writer of findings, items, notes, proposals, plans and memories. */
  readonly ledger: Exclusively;
  /** One maker and mover of messages; sending itself is outside of it. */
  readonly messages: Exclusively;
  /** One tracker client: no other comes between the search for an issue and its creation. */
  readonly tracker: Exclusively;
  /** One process sets something aside of a day's budget, or says what was used. */
  readonly usage: Exclusively;
}

/** Definitions and payloads of events, which stand under their hash. */
export interface HashedContents {
  /** All hashes that settings name: what is active, enabled, paused, deployed. Slots and runs name others. */
  listNamed(): Promise<readonly string[]>;
  /** Removes those that are not to be kept; gives how many. */
  sweep(sweep: HashedSweep): Promise<number>;
}

export interface HashedSweep {
  /** Hashes that are referenced. */
  readonly keep: ReadonlySet<string>;
  /** What was stored later stays: its writer may be about to reference it. */
  readonly before: Date;
}

/** What became of the messages of runs; laid over the runs where they are read. */
export interface DeliveryStore {
  /** The caller holds the message lock. Throws, and changes nothing, when what was noted before cannot be read. */
  note(messages: readonly Message[]): Promise<void>;
}

/** What a person set aside in the inbox, by entry. */
export interface MarkStore {
  read(): Promise<ReadonlyMap<string, InboxMark>>;
  /** Replaces all of them; the caller holds the ledger lock. Durable when it resolves. */
  write(marks: readonly InboxMark[]): Promise<void>;
}

/** What people decided, with each record as it was: for `undo`. */
export interface DecisionStore {
  /** Oldest first. */
  read(): Promise<readonly Decision[]>;
  /** Replaces all of them and keeps the newest; the caller holds the ledger lock. Durable when it resolves. */
  write(decisions: readonly Decision[]): Promise<void>;
}

/** Who did what, where several people work. Entries are added, and never changed or removed. */
export interface AuditStore {
  /** Entries are kept from now on. Safe to repeat. */
  begin(): Promise<void>;
  /** Nothing before `begin`. Durable when it resolves. */
  append(entry: AuditEntry): Promise<void>;
  /** Oldest first. */
  read(): Promise<readonly AuditEntry[]>;
}

/** Accounts that are not accepted now. What cannot be read blocks nothing. */
export interface AccountStore {
  read(account: string): Promise<AccountBreaker | null>;
  /** Durable when it resolves. */
  open(breaker: AccountBreaker): Promise<void>;
  /** Safe to repeat. */
  close(account: string): Promise<void>;
}

/** Where the page is served now, for links to it: the daemon records it while it listens. */
export interface PagePlace {
  /** @param address as it listens from now on, `127.0.0.1:20417`; `null`: it does no more */
  note(address: string | null): Promise<void>;
  /** `http://127.0.0.1:20417`; `null`: no process serves it. */
  url(): Promise<string | null>;
}

/** Kinds of records of which some wait for a person. */
export interface WaitingRecords {
  readonly proposals: Proposal;
  readonly findings: FindingLedger;
  readonly notes: Note;
  readonly pullRequests: PullRequestLink;
  readonly messages: Message;
}

/** What one record comes to. A settled one never changes again. */
export interface RecordRows<Row> {
  readonly settled: boolean;
  readonly rows: readonly Row[];
}

export interface OpenRowsRequest<Kind, Row> {
  /** Another one when rows get another form. */
  readonly generation: number;
  readonly isRow: (value: unknown) => value is Row;
  readonly read: (record: Kind) => RecordRows<Row>;
  /** Of one that cannot be read. */
  readonly corrupt: (path: string) => Row;
}

export interface OpenRecords {
  /** Of the records of a kind that are not settled, without reading all of them each time. */
  rows<Kind extends keyof WaitingRecords, Row>(
    kind: Kind,
    request: OpenRowsRequest<WaitingRecords[Kind], Row>,
  ): Promise<readonly Row[]>;
  /** Something settled is open again: the next look reads every record. */
  forgetSettled(): Promise<void>;
}

/** What a store keeps in files of this machine, for clean-up and `doctor`; one that keeps none names none. */
export interface StoreFiles {
  readonly locks: readonly string[];
  /** Folders in which a process that died may have left something half written. */
  readonly written: readonly string[];
  /** Folders of `HashedContents`. */
  readonly hashed: readonly { readonly kind: 'payload' | 'definition'; readonly folder: string }[];
  /** Changes whenever a person enables something; `null`: `EnabledStore.read` has to be asked. */
  readonly enabled: string | null;
}

// What delivery keeps: messages, and of what they were made.

/** Changed under the message lock, and by the process that sends a message while its state is `sending`. */
export interface MessageStore extends RecordStore<Message> {
  /** Sorted; opens none. */
  listIds(): Promise<readonly string[]>;
  /** Removes a message that is no longer needed. The caller holds the message lock. */
  remove(id: string): Promise<void>;
}

/** What messages were made for, so that they are made once; also where there was no recipient. */
export interface ToldStore {
  has(key: string): Promise<boolean>;
  /** Durable when it resolves. */
  note(key: string): Promise<void>;
  /** What was noted before that instant; gives how many went. */
  drop(before: Date): Promise<number>;
}

// What review keeps: one small file a record. Changed under the ledger lock where something is read before it is written.

/** Records of one kind, by id. */
export interface RecordStore<Kind extends { readonly id: string }> {
  /** Exclusively: false when one of that id is there. Durable when it resolves. */
  create(record: Kind): Promise<boolean>;
  /** `null`: there is none, or none that can be read. */
  read(id: string): Promise<Kind | null>;
  /** Compare and set. Throws `refused` / `changed-meanwhile` where it is no longer what was read. Durable when it resolves. */
  replace(before: Kind, after: Kind): Promise<void>;
  /** For the one process that the record belongs to for now: replaces what was there. Durable when it resolves. */
  write(record: Kind): Promise<void>;
  /** By id: of ULIDs, oldest first. */
  list(): Promise<readonly Kind[]>;
  listCorrupt(): Promise<readonly CorruptRecord[]>;
}

export interface ReviewStores {
  /** Append-only. */
  readonly verdicts: RecordStore<BranchVerdict>;
  readonly choices: RecordStore<SetChoice>;
  readonly landings: RecordStore<Landing>;
  readonly discarded: RecordStore<DiscardedBranch>;
  readonly comments: RecordStore<LineComment>;
  readonly unions: RecordStore<Union>;
  readonly judgements: RecordStore<Judgement>;
  /** What stands at forges of what we opened. */
  readonly pullRequests: RecordStore<PullRequestLink>;
}
