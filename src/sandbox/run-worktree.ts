/**
 * A run's worktree, from base to branch.
 *
 * Everything before `work` runs in a folder that is ours; everything after it in a folder that is hostile:
 * then no git command runs in the agent's worktree or with its `.git`, but for a fetch from it by file URL
 * into the bridge, a repository of ours.
 */
import type { Clock } from '../platform/clock.ts';
import type { Environment } from '../platform/environment.ts';
import type { ProposalStore } from '../store/ports.ts';
import type { RunPaths } from '../store/run-folder/run-paths.ts';
import type { CommitSha } from '../words/ids.ts';
import type { Endpoint } from '../words/network-plan.ts';
import type { Redactor } from '../words/redaction/redactor.ts';
import type { IsolationLevel } from '../words/routine.ts';
import type { RunSpec } from '../words/run-spec.ts';
import type { RunProgress } from '../words/run.ts';
import type { StepProbe } from '../words/step-probe.ts';

export interface WorktreeRequest {
  readonly spec: RunSpec;
  readonly paths: RunPaths;
  /** From `gitEnvironment`: for every git call of ours. */
  readonly gitEnv: Readonly<Record<string, string>>;
  /** The caller's environment, from which what a command may see is picked by name. */
  readonly env: Environment;
  readonly clock: Clock;
  /** What was pushed for runs is not a person's branch. */
  readonly proposals: Pick<ProposalStore, 'list'>;
  /** For all that is written or said; learns what included files hold. */
  readonly redactor: Redactor;
  /** Of the engine; the agent alone reaches them. */
  readonly endpoints?: readonly Endpoint[];
  /** Where the engine's log-in leads to; the agent alone reaches them. */
  readonly hosts?: readonly string[];
  /** The agent's program with the words that start it, as its engine found it; the agent alone sees what of it is no part of the system. */
  readonly program?: readonly string[];
  /** Folders of sockets of ours, which are there; the agent alone sees them. */
  readonly sockets?: readonly string[];
  /** Ports that a check listens on inside a sandbox and that people are to reach from outside it. */
  readonly inward?: readonly number[];
  /**
   * Set where a branch is inspected before a user accepts it: its set-up is never trusted, regardless of its author.
   * `target` is the tip of what it lands on; `null`: that is not known.
   */
  readonly underReview?: { readonly target: CommitSha | null };
  /** What is handed back in the place of what the agent made, which the bridge's tip is moved to. Default: that itself. */
  readonly compose?: (tip: CommitSha) => Promise<CommitSha>;
  /** Says what is being done, for the progress line. */
  progress(text: string): void;
  readonly signal?: AbortSignal;
  readonly probe?: StepProbe;
}

/** `open`: the base, resolved in the user's repository and pinned there by a ref; nothing checked out yet. */
export interface OpenedBase {
  readonly base: CommitSha;
  readonly baseRef: string;
  readonly isolation: IsolationLevel;
  /** Which of the user's objects the run can read: all of them, its base's ancestry, the newest N commits of that. */
  readonly history: 'borrow' | 'copy' | number;
  /** For the report: why `auto` became `private`, that a fetch failed, that the source is shallow. */
  readonly notices: readonly string[];
}

/** `prepare`: checked out, included files copied, set-up run. */
export interface PreparedWorktree {
  /** Added to what set-up, agent and checks see: ROUNDSMAN_PORT_n. */
  readonly env: Readonly<Record<string, string>>;
  readonly notices: readonly string[];
}

/** `hand-back`: what became of the agent's work. */
export type HandBack = Pick<RunProgress, 'branch' | 'head' | 'diffstat' | 'changes'> & {
  readonly notices: readonly string[];
};

/** One set-up or check command, as it went. */
export interface CommandOutcome {
  readonly command: string;
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly durationMs: number;
  /** The last lines it printed, controls stripped. */
  readonly tail: string;
}
