/** What following lines through one commit works with. */
import type { ObjectReader } from '../../git/object-reader.ts';
import type { GitContext } from '../../git/run-git.ts';
import type { HistoryStep } from '../../git/stream-history.ts';
import type { CommitSha } from '../../words/ids.ts';

export interface Trace {
  /** The line that is to be dated. */
  readonly start: { readonly path: string; readonly line: number };
  /** Its number in the version reached so far. */
  readonly line: number;
}

export interface WrittenLine extends Trace {
  /** Git says so of this commit alone; of the whole history it may find a twin of the line in an older version. */
  readonly unsettled: boolean;
}

/** A line that no version before of its file has. */
export interface NewLine {
  readonly path: string;
  readonly trace: Trace;
  /** Its bytes, each one character. */
  readonly text: string;
}

/** A line of the newest version, and the commit that wrote it. */
export interface Origin {
  readonly path: string;
  readonly line: number;
  readonly commit: CommitSha;
  /** What git says of it depends on the version it starts from. */
  readonly unsettled: boolean;
}

/** By path in the commit reached. */
export type OpenFiles = Map<string, readonly Trace[]>;

export interface StepWork {
  readonly context: GitContext;
  readonly reader: ObjectReader;
  readonly step: HistoryStep;
  /** Commits that do not count as having written a line. */
  readonly ignored: ReadonlySet<string>;
  /** The same as a file, for git. */
  readonly ignoreRevsFile: string;
  /** Old names by new ones, once they were asked for: a commit that renames one file often renames many. */
  renames: Promise<ReadonlyMap<string, string>> | null;
}

export interface StepResult {
  /** Lines that this commit wrote. */
  readonly written: WrittenLine[];
  /** What is left to follow, by parent. */
  readonly further: Map<CommitSha, OpenFiles>;
}
