/** What another engine says of a branch, read-only and advisory: it never lands anything. Hostile text. */
import type { CommitSha, RunId } from '../ids.ts';

export interface Judgement {
  /** 32 hex characters of a hash of branch, tip and engine: one judgement each. */
  readonly id: string;
  readonly branch: string;
  readonly tip: CommitSha;
  readonly engine: string;
  /** The run that judged; `null` before it began. */
  readonly run: RunId | null;
  readonly verdict: 'pass' | 'fail' | 'unknown';
  readonly summary: string;
  readonly places: readonly {
    readonly path: string;
    readonly line: number | null;
    readonly text: string;
  }[];
  readonly at: string;
}
