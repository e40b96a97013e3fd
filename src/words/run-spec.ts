/** What was decided of a run at its admission: plain data that never changes. */
import type { EngineSession } from './agent-exit.ts';
import type { Connection } from './connection.ts';
import type { EngineSettings } from './engine-settings.ts';
import type { ModelPrice } from './gateway-plan.ts';
import type { BranchName, CommitSha, ItemKey, RunId } from './ids.ts';
import type { EngineId, Routine, WorkspaceBudget } from './routine.ts';
import type { Handover, SessionEngine } from './session.ts';
import type { Slot, SlotEvent, SlotInputs } from './slot.ts';
import type { Usage } from './usage.ts';

/**
 * The form of a run folder. Bumped when a supervisor of an older Roundsman could not read a newer one. A run belongs to
 * the code that began it: what is told of another's run is read with care, and what is newer is never touched.
 */
export const RUN_PROTOCOL = 3;

export interface RunSpec {
  /** Of the Roundsman that admitted it. What an older one did not know yet is filled in when it is read. */
  readonly protocol: number;
  readonly id: RunId;
  readonly routine: Routine;
  readonly definition: Definition;
  readonly slot: Slot;
  /** What made it due, when that was not a schedule. */
  readonly event: SlotEvent | null;
  readonly inputs: SlotInputs;
  readonly attempt: number;
  /** What came before, for a further attempt that is told of it; absent or `null`: it begins with nothing. */
  readonly follows?: FollowedRun | null;
  readonly workspace: WorkspaceLocation;
  readonly settings: WorkspaceSettings;
  readonly window: Window;
  /** The session that a person had it take up (`run --with`). */
  readonly handover?: Handover | null;
  /** The item that it is for (`run --item`); it is told of it. */
  readonly item?: RunItem | null;
  /** Of its item: the files that it is expected to change, in place of `policy.touches`. */
  readonly touches?: readonly string[];
  /** Who started it, where a budget of each person asks for that; of a further attempt who started the first. */
  readonly by?: string;
  /** Set when it is one of several engines at the same task: a part of another run. */
  readonly part?: PartOf;
  readonly admittedAt: string;
  /** Who admitted it: while that process lives and nothing is recorded yet, the run is about to start. */
  readonly admittedBy: ProcessIdentity;
  /** A worker of a fleet begins it, and it goes on only while that holds its lease; absent: it needs none. */
  readonly leased?: true;
  /** Everything below is read by the supervisor before it starts anything. */
  readonly limits: { readonly maxOutputBytes: number };
}

/** `work`: to get it done. `plan`: to propose what it falls into; it leaves a `plan.jsonl` and no branch. */
export interface RunItem {
  readonly key: ItemKey;
  readonly purpose: 'work' | 'plan';
}

/** What ties a part to its run. */
export interface PartOf {
  readonly of: RunId;
  /** Its place in `agent.variants`, from 0. */
  readonly index: number;
  /** Its engine, and a number where one engine is there more than once; fits into the name of a branch. */
  readonly label: string;
  /** What all parts begin from: resolved once, and pinned while their run lives. */
  readonly base: CommitSha;
  readonly baseRef: string;
}

/** The attempt before, as the next one needs it. */
export interface FollowedRun {
  readonly run: RunId;
  /** How it ended, in some words; hostile text. */
  readonly outcome: string;
  /** What a person wants of the next one; hostile text. */
  readonly message: string | null;
  readonly by: string;
  /** Comments that the message is made of; absent: of none. */
  readonly comments?: readonly string[];
  /** What it follows, from its beginning on, is what one of several engines made. That run is not repeated: what this one finds counts for nothing. */
  readonly part?: Pick<PartOf, 'of' | 'label'>;
  /** The agent works on where it was; `null`: in a fresh worktree. */
  readonly kept: KeptWork | null;
  /** What the fresh worktree begins with; absent: the base of the routine. */
  readonly from?: MadeWork;
}

/** A branch that was handed back and is continued elsewhere: nothing else of the work is kept, or it was changed since. */
export interface MadeWork {
  readonly made: BranchName;
  readonly tip: CommitSha;
  /** The new one, and the first of the row that it stands in. */
  readonly branch: BranchName;
  readonly firstBranch: BranchName;
}

export interface KeptWork {
  /** Whose folder holds the worktree, the agent's home and its output. */
  readonly folder: RunId;
  readonly session: EngineSession | null;
  /** By all processes of that session so far, by its engine's own word; absent: it says none. */
  readonly used?: Usage;
  /** New: the branch that was handed back before stays as it is. */
  readonly branch: BranchName;
  /** Of the first attempt; those of later ones are numbered after it. */
  readonly firstBranch: BranchName;
  /** What was handed back last; absent: nothing was. */
  readonly handedBack?: { readonly branch: BranchName; readonly head: CommitSha };
}

export interface Definition {
  /** Absolute path of the YAML file. */
  readonly path: string;
  /** sha256 of the normalized routine, 64 hex characters. */
  readonly hash: string;
  /** The working tree (`run`), the ref that definitions are taken from, or what a person enabled. */
  readonly source: DefinitionSource;
  /** `--set` values that were laid over the file, with whole keys. */
  readonly overrides: readonly string[];
  /** What was active when the run was admitted; absent or `null`: it came from the working tree, or an older Roundsman. */
  readonly commit?: CommitSha | null;
}

/** Of `--set` what changes where a run looks: what it does not report it may not have looked at. */
export function narrowingOverrides({
  overrides,
}: Pick<Definition, 'overrides'>): readonly string[] {
  return overrides.filter((text) => /^(?:collect|window|workspace\.base)\b/.test(text.trim()));
}

export type DefinitionSource = 'working-tree' | 'ref' | 'enabled';

export interface WorkspaceLocation {
  readonly name: string;
  /** The user's checkout (or bare repository), absolute. */
  readonly root: string;
  /** The common git directory of `root`, absolute. */
  readonly gitDir: string;
  readonly bare: boolean;
  readonly stateDir: string;
}

/** What roundsman.yaml says, as far as a run depends on it. */
export interface WorkspaceSettings {
  /** IANA zone for dates in reports and branch names. */
  readonly timezone: string;
  /** `reports.track`: when true, reports/ gets no .gitignore. */
  readonly trackReports: boolean;
  /** Free space on the disk of the state folder below which nothing starts; an agent is ended at half of it. 0 = off. */
  readonly diskFloorBytes: number;
  /** Of the engines that roundsman.yaml names. */
  readonly engines: Readonly<Partial<Record<EngineId, EngineSettings>>>;
  /** Of all routines together, a day in the workspace's zone; `null` = no bound. */
  readonly budget: WorkspaceBudget | null;
  /** Runs that may continue at once; not there or `null`: as many as this machine has cores, at most four. */
  readonly maxRunning?: number | null;
  /** Laid over the prices that ship. */
  readonly prices?: readonly ModelPrice[];
  /** The world outside, by name; absent in specs that an older Roundsman stored: none. */
  readonly connections?: readonly Connection[];
  /** Engines whose sessions are not inspected. */
  readonly sessionsOff?: readonly SessionEngine[];
}

/** Found again by all three: a pid alone is reused, a start time alone is not unique across boots. */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot, field 22 of /proc/PID/stat; on macOS the text of `ps -o lstart=`. */
  readonly startTime: string;
  readonly bootId: string;
  /** The machine of a fleet that it is on; absent: there is only this one. */
  readonly machine?: string;
}

/** `other-boot`: of this machine, before it was started again. `elsewhere`: cannot be told from here. */
export type Liveness = 'alive' | 'dead' | 'other-boot' | 'elsewhere';

/** The stretch of time that a run covers, half-open [from, to). ISO 8601 instants in UTC. */
export interface Window {
  /** `null`: from the beginning (a first run without a bound). */
  readonly from: string | null;
  readonly to: string;
  /** What `window.max` cut off since the last success, to be reported; `null` when nothing was. */
  readonly uncovered: { readonly from: string; readonly to: string } | null;
}
