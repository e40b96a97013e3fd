/** What was said and done in a session, in one form for all engines. All text is hostile. */
export type TranscriptEntry =
  /** What a person, or a run's prompt, asked for. */
  | { readonly kind: 'asked'; readonly text: string; readonly at: string | null }
  /** What the agent said. */
  | { readonly kind: 'said'; readonly text: string; readonly at: string | null }
  /** What it thought, where the store has it readable. */
  | { readonly kind: 'thought'; readonly text: string; readonly at: string | null }
  | {
      readonly kind: 'tool';
      /** The engine's name of it: `Bash`, `apply_patch`. */
      readonly name: string;
      /** One line: the command, the path, the pattern. */
      readonly summary: string;
      /** What it does to the world: `run` starts a command, `edit` changes files. */
      readonly act: 'run' | 'edit' | 'read' | 'ask' | 'plan' | 'other';
      /** Files that it changed, as the engine named them. */
      readonly files: readonly string[];
      /** `null`: it has not ended. */
      readonly ok: boolean | null;
      /** The end of what it gave back; at most 2,000 characters. */
      readonly output: string | null;
      readonly at: string | null;
    }
  /** A plan or list of steps that the agent keeps; the last one counts. */
  | {
      readonly kind: 'steps';
      readonly steps: readonly TranscriptStep[];
      readonly at: string | null;
    };

/** Oldest first, many at a time: waiting for each costs more than reading it. `unreadable`: what no rule understood. */
export type EntryBlocks = AsyncIterable<readonly (TranscriptEntry | 'unreadable')[]>;

export interface TranscriptStep {
  readonly text: string;
  readonly state: 'open' | 'doing' | 'done';
}

export interface Transcript {
  readonly entries: readonly TranscriptEntry[];
  /** Lines or rows that no rule understood: kept count of, never fatal. */
  readonly unreadable: number;
  /** Whether entries at the beginning or in the middle were left out for size. */
  readonly truncated: boolean;
}
